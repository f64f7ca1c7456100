import { isPart } from "../ci-parts";

/** Whether this run is `npm run test:full`, not a part of it. */
export const hasAllCases = Boolean(process.env["ALL_RUNS"]) && !isPart("FULL");

/**
 * How many cases a property test tries: all of them in `npm run test:full`, a tenth before every commit and in CI. A property that is
 * broken by one case in a thousand is found by the full run; one that a change breaks is seldom broken so seldom.
 */
export const runs = (count: number): number => (hasAllCases ? count : Math.max(10, Math.ceil(count / 10)));
