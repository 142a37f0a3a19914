// The words that every page needs, in German.
import type { Dictionary } from "../dictionary";
import { cards } from "./card_names";
import { tables } from "./lobby_tables";
import { page } from "./page";
import { printed } from "./printed";
import { voice } from "./voice";

const all: Dictionary = { cards, tables, page, printed, voice };
export default all;
