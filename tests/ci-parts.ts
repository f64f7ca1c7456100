/**
 * What CI leaves out of the whole suites, in one place: FULL_PART, CLUSTER_PART and CITUS_PART=ci choose the parts. Each suite runs
 * whole before a release, and the day is written down here; `null` where it was not written down.
 */
export const lastWholeRun: Record<"full" | "cluster" | "citus", string | null> = { full: null, cluster: null, citus: null };

export const isPart = (suite: "FULL" | "CLUSTER" | "CITUS"): boolean => process.env[`${suite}_PART`] === "ci";

export const full = {
  /** CI runs the slow tests that kill a process in the middle of events and calls. */
  slow: /api\/(durability|action-kills|retention)\.test\.ts$/,
  /** CI repeats how HTTP is answered through the routes of Next. */
  repeatedByNext: /api\/http(-[^/]*)?\.test\.ts$/,
  /** CI leaves out the flood of events and the walks by keyboard, which `npm test` has. */
  ui: { leftOut: /ui\/(flood|keyboard-walk-[a-z]+)\.test\.ts$/ },
};

export const cluster = {
  /** Most tests of faults. */
  faults: {
    leftOut:
      /cluster\/(accounts|demo-cut|disk-full|limit|move|replica-failover|rolling|secret-key|secret-key-start|starting|sweep)\.test\.ts$/,
  },
  /** What instances share: statements of contacts, races, problems, links, limits, sessions, silent push services, a live screen. */
  api: /api\/(contact-batches|linking|key-overlap|limit|sessions|races|problems|push-services)\.test\.ts$/,
  ui: /ui\/desk\.test\.ts$/,
};

export const citus = {
  /** What depends most on how statements run. */
  api: /api\/(contact-batches|contacts|events|event-cards|event-idempotency|linking|races|problems|deleted-contacts|search|tenants|chat-lists)\.test\.ts$/,
  ui: /ui\/desk\.test\.ts$/,
};
