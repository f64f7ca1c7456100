/** What a test of the chat on a page heard, from the loader there. */
export const heardKinds = ["loaded", "shown", "refused", "blocked"] as const;
export type Heard = (typeof heardKinds)[number];

/** In the fragment of the page's address, which no server gets, and in the query of what the loader loads then. */
export const testInAddress = "beside-test";

/** As many things are heard of a test, and so long. */
export const [maxHeard, testMinutes] = [20, 10];
