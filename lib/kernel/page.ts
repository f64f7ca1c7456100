import { AppError } from "./errors";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const farthest = Date.UTC(10_000, 0);

/** A place in a list that is newest first: a time and, of those at the same time, an id. */
export const cursorFor = ({ at, id: row }: { at: Date; id: string }): string => `${at.toISOString()}_${row}`;

/** @throws invalid_request for what `cursorFor` did not make */
export function cursorOf(text: string): [Date, string] {
  const [time = "", row = ""] = text.split("_");
  const at = new Date(time);
  // A comparison with no time at all is false, too.
  if (!(at.getTime() >= 0 && at.getTime() < farthest) || !id.test(row)) {
    throw new AppError("invalid_request", "before must be the next of the page before.");
  }
  return [at, row];
}
