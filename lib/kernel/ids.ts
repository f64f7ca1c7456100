import { v7, validate, version } from "uuid";

/** UUIDv7: grows with time, so that new rows land at the end of their index. */
export const newId = (): string => v7();

/** A UUID of any version, in either case. */
export const isUuid = (text: string): boolean => validate(text);

export const isId = (text: string): boolean => validate(text) && version(text) === 7;

/** An id that sorts before every id made at this time or later. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
