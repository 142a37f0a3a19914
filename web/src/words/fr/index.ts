// All that is said in French, loaded when somebody wants to hear it.
import type { Dictionary } from "../dictionary";
import { cards } from "./cards";
import { hints } from "./hints";
import { page } from "./page";
import { past } from "./past";
import { rulebook } from "./rulebook";
import { voice } from "./voice";

const all: Dictionary = { cards, hints, page, past, rulebook, voice };
export default all;
