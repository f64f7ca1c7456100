import { v7, validate, version } from "uuid";

/** Random bytes are drawn for many ids at once: for a few bytes the call costs more than the rest of an id. */
const drawn = new Uint8Array(16 * 256);
let used = drawn.length;

function random(): Uint8Array {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  used += 16;
  return drawn.subarray(used - 16, used);
}

let last = Number.NEGATIVE_INFINITY;
let seq = 0;
const maxSeq = 0xffff_ffff;

/** UUIDv7: grows with time, so that new rows land at the end of their index, and within a millisecond. */
export function newId(): string {
  const bytes = random();
  const now = Date.now();
  if (now > last) {
    last = now;
    // Half of the range, so that many follow in the same millisecond.
    seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4) >>> 1;
  } else if (seq === maxSeq) {
    last += 1;
    seq = 0;
  } else seq += 1;
  return v7({ random: bytes, msecs: last, seq });
}

/** A UUID of any version, in either case. */
export const isUuid = (text: string): boolean => validate(text);

export const isId = (text: string): boolean => validate(text) && version(text) === 7;

/** An id that sorts before every id made at this time or later. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
