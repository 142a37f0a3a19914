// The stream of a table as the house sent it, with the view after every event. stream.py writes it.
import type { Proof, Sheet, StreamEvent, TableView } from "../src/wire";
import text from "./stream.json?raw";

export interface Stream {
  readonly first: TableView;
  readonly told: readonly { readonly event: StreamEvent; readonly view: TableView }[];
}
export interface Recorded extends Stream {
  readonly proof: Proof;
  readonly land: readonly (Stream & { readonly sheet: Sheet })[]; // cards are dealt into players' hands
  readonly person: Recorded["land"]; // run from the console, with a real sabot and real chips
  readonly down: Recorded["land"]; // a real sabot dealt face down: read as it leaves the sabot, and as it is turned; then both with real chips
}
export const recorded = JSON.parse(text) as Recorded;
