// What is only read, in Italian.
import type { Reading } from "../dictionary";
import { hints } from "./hints";
import { past } from "./past";
import { rulebook } from "./rulebook";

const all: Reading = { hints, past, rulebook };
export default all;
