import { MAX, NIL } from "uuid";

/** Before and after every id: where a list that is ordered by ids begins. */
export const [lowestId, highestId]: [string, string] = [NIL, MAX];
