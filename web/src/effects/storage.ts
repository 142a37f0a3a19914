// What the browser stores between visits. Anybody may have written there, so everything read is checked.
import type { Kept } from "../state/effect";
import type { Started } from "../state/message";
import { merged, MOST_SEEN, placeOf } from "../state/session/commitments";
import { LANGUAGES, PACES, type Speed, type KeptSeat, type SeenCommitment, type Settings, type ShownCards } from "../state/state";

const NAME = "puntobanco.";
const SEEN = `${NAME}seen.`; // one key for each commitment, so that two windows don't overwrite each other

type Found = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Found =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function read(name: string, store = () => localStorage): unknown {
  try {
    return JSON.parse(store().getItem(name) ?? "null");
  } catch {
    return null; // not ours, or the storage is switched off
  }
}

/** The first of the browser's languages that the page has. */
function spoken(): Partial<Settings> {
  const ours = navigator.languages.flatMap((spoken) =>
    LANGUAGES.filter((each) => spoken.startsWith(each)),
  );
  return ours[0] ? { language: ours[0] } : {};
}

/** Takes the settings that are valid and ignores the rest. */
export function readSettings(found: unknown): Partial<Settings> {
  if (!isObject(found)) return {};
  const { sound, letters, luck, stars, last, automatic, automaticTold } = found;
  const speed = (Object.keys(PACES) as Speed[]).find((each) => each === found["speed"]);
  const language = LANGUAGES.find((each) => each === found["language"]);
  return {
    ...(language ? { language } : {}),
    ...(typeof sound === "boolean" ? { sound } : {}),
    ...(typeof letters === "boolean" ? { letters } : {}),
    ...(typeof luck === "string" ? { luck } : {}),
    ...(isTexts(stars) ? { stars } : {}),
    ...(typeof last === "string" ? { last } : {}),
    ...(speed ? { speed } : {}),
    ...(typeof automatic === "boolean" ? { automatic } : {}),
    ...(typeof automaticTold === "boolean" ? { automaticTold } : {}),
  };
}

const isTexts = (found: unknown): found is string[] =>
  Array.isArray(found) && found.every((each) => typeof each === "string");

const HASH = /^[0-9a-f]{64}$/;

/** A stored commitment, or null if it is invalid. */
export function readNote(found: unknown): SeenCommitment | null {
  if (!isObject(found)) return null;
  const { table, epoch, number, commitment, sheet, seed, player, hashes, fixed, shown } = found;
  const isNote =
    typeof table === "string" &&
    Number.isSafeInteger(epoch) &&
    Number.isSafeInteger(number) &&
    typeof commitment === "string" &&
    HASH.test(commitment);
  if (!isNote) return null;
  return {
    ...{ table, epoch: Number(epoch), number: Number(number), commitment },
    ...(typeof sheet === "string" && HASH.test(sheet) ? { sheet } : {}),
    ...(typeof seed === "string" && typeof player === "string" ? { seed, player } : {}),
    ...(isList(hashes) ? { hashes } : {}),
    ...(typeof fixed === "string" && HASH.test(fixed) ? { fixed } : {}),
    ...(isShown(shown) ? { shown } : {}),
  };
}

const isShown = (found: unknown): found is ShownCards =>
  isObject(found) &&
  Object.entries(found).every(([at, cards]) => /^\d+$/.test(at) && typeof cards === "string");

const isList = (found: unknown): found is [string, string][] =>
  Array.isArray(found) &&
  found.every(
    (each) =>
      Array.isArray(each) && each.length === 2 && typeof each[0] === "string" && HASH.test(each[1]),
  );

interface Note {
  readonly name: string;
  readonly at: number; // when it was written
  readonly seen: SeenCommitment;
}

function noteAt(name: string): Note | null {
  const found = read(name);
  const seen = readNote(found);
  const at = isObject(found) && typeof found["at"] === "number" ? found["at"] : 0;
  return seen && { name, at, seen };
}

/** Oldest first. */
const notes = (): Note[] =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(SEEN))
    .flatMap((name) => noteAt(name) ?? [])
    .sort((one, other) => one.at - other.at);

function readSeen(): readonly SeenCommitment[] {
  try {
    return notes().map(({ seen }) => seen);
  } catch {
    return []; // the storage is switched off
  }
}

/** The seat of this window, or null if what is stored is invalid. */
export function readSeat(found: unknown): KeptSeat | null {
  if (!isObject(found)) return null;
  const { session, epoch, offset } = found;
  return typeof session === "string" && Number.isSafeInteger(epoch) && Number.isSafeInteger(offset)
    ? { session, epoch: Number(epoch), offset: Number(offset) }
    : null;
}

export function readKept(): Started {
  // Two windows may have two guests: each comes back as its own.
  const token = read(`${NAME}token`, () => sessionStorage) ?? read(`${NAME}token`);
  const seat = read(`${NAME}seat`, () => sessionStorage);
  return {
    type: "started",
    token: typeof token === "string" ? token : null,
    seat: readSeat(seat),
    settings: { ...spoken(), ...readSettings(read(`${NAME}settings`)) },
    seen: readSeen(),
  };
}

/** Reports commitments that another window has stored. */
export function watchSeen(noted: (seen: SeenCommitment) => void): void {
  addEventListener("storage", ({ key }) => {
    const note = key?.startsWith(SEEN) ? noteAt(key) : null;
    if (note) noted(note.seen);
  });
}

/** Signs out of this window, and of later ones unless somebody else has signed in meanwhile. */
export function forget(token: string): void {
  keep("seat", null);
  for (const store of [() => sessionStorage, () => localStorage])
    if (read(`${NAME}token`, store) === token) store().removeItem(`${NAME}token`);
}

export function keep(what: Kept, value: unknown): void {
  try {
    const written = JSON.stringify(value);
    if (value === null) sessionStorage.removeItem(NAME + what);
    else {
      if (what !== "settings") sessionStorage.setItem(NAME + what, written);
      if (what !== "seat") localStorage.setItem(NAME + what, written);
    }
  } catch {
    // The storage is full or switched off; the page works without it.
  }
}

/**
 * Stores a commitment beside all others. The first commitment for a coup or sabot stays, and so does its
 * seed.
 */
export function keepSeen(seen: SeenCommitment, now: number): void {
  try {
    const name = SEEN + placeOf(seen);
    const before = noteAt(name)?.seen;
    if (before && before.commitment !== seen.commitment) return;
    localStorage.setItem(name, JSON.stringify({ ...merged(before, seen), at: now }));
    for (const old of notes().slice(0, -MOST_SEEN)) localStorage.removeItem(old.name);
  } catch {
    // The storage is full or switched off.
  }
}
