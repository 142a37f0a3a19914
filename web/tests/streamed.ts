// A stream as the house told it, with the view after every event: written by stream.py.
import type { Proof, StreamEvent, TableView } from "../src/wire";
import text from "./stream.json?raw";

export interface Recorded {
  readonly first: TableView;
  readonly told: readonly { readonly event: StreamEvent; readonly view: TableView }[];
  readonly proof: Proof;
}
export const recorded = JSON.parse(text) as Recorded;
