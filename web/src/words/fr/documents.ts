// The words of rules, help and history, in French.
import type { DocumentWords } from "../dictionary";
import { hints } from "./hints";
import { past } from "./past";
import { rulebook } from "./rulebook";

const all: DocumentWords = { hints, past, rulebook };
export default all;
