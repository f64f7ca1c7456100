/**
 * What CI leaves out of the whole suites, in one place: FULL_PART, CLUSTER_PART and CITUS_PART=ci choose the parts. With FULL_PART=ci a
 * property test also tries a tenth of its cases, as in `npm test`, and fewer moments of a kill are tried (tests/support/runs.ts).
 */
export const isPart = (suite: "FULL" | "CLUSTER" | "CITUS"): boolean => process.env[`${suite}_PART`] === "ci";

const nothing: RegExp[] = [];

export const cluster = {
  /**
   * Most tests of faults (also of a replica and of rows that are locked), what the embedded tests of erasures, merges, changed numbers, kept phones,
   * clocks and pushes have, too, and some of keys, locks of deletions, snoozed chats, slow searches and the queue of links.
   */
  faults: {
    leftOut:
      /cluster\/(accounts|chat-work|clocks|contact-batches|deletion|deletion-locks|demo-cut|disk-full|erasure|forgetting|inbound|keys|limit|linking-queue|merging|move|number-change|outbound|phone-kept|postgres-disk-full|push|replica|replica-failover|rolling|search-load|secret-key|secret-key-start|starting|sweep|workspace-deletion)\.test\.ts$/,
  },
  /**
   * What instances share: statements of contacts, races, problems, links, limits, sessions, silent push services. The full suite has what an
   * instance answers without the proxy.
   */
  api: /api\/\w+\/(contact-batches|linking|limit|sessions|races|problems|push-services)\.test\.ts$/,
  /** A live screen over several instances is in `timed` (cluster/desk.test.ts). Of the faults of Redis and of PostgreSQL CI has those that hang. */
  ui: nothing,
};

/** CI also leaves out what is tagged @slow of three instances and of Citus. */
export const citus = {
  /** What depends most on how statements run. */
  api: /api\/\w+\/(contact-batches|contacts|events|event-cards|event-idempotency|linking|races|problems|deleted-contacts|search|tenants|chat-lists)\.test\.ts$/,
  ui: nothing,
};

export const full = {
  /** CI runs the slow tests that kill a process in the middle of events, calls and erasures. */
  slow: /api\/\w+\/(durability|action-kills|erase-person)\.test\.ts$/,
  /** CI repeats how HTTP is answered through the routes of Next. */
  repeatedByNext: /api\/http\/http(-[^/]*)?\.test\.ts$/,
  /** CI leaves out what checks the tools of the tests themselves, which `npm test` has. */
  unit: { leftOut: /unit\/\w+\/(mutants|prerequisites)\.test\.ts$/ },
  /** CI runs those tests of the API only on three instances of the API that show what instances share. */
  api: { leftOut: cluster.api },
  /**
   * CI leaves out the flood of events, the walks by keyboard, broken connections, the palette and notices:
   * `npm test` has them.
   */
  ui: {
    leftOut: /ui\/\w+\/(commands|flood|hanging|keyboard-walk-[a-z]+|notices|silent-connection|unsent)\.test\.ts$/,
  },
  /**
   * CI leaves out the commands of an operator, invitations and calls that are removed after their days, a walk by keyboard, pages whose
   * calls it tests, how attributes are shown, charts, themes, languages, other people's opinions of the API's description, and what opens
   * everything there is in each look.
   */
  administration: {
    leftOut:
      /unit\/http\/openapi-lint\.test\.ts$|api\/\w+\/(assigned-passwords|call-retention|invitations|operator|server-check)\.test\.ts$|ui\/\w+\/(attribute-display|handed-out|invitations|key-rotation|keyboard-walk-settings|languages|layers|looks|overview|reference|settings-frame|theme|unsaved-settings)\.test\.ts$/,
  },
  /** CI leaves out how channels look, a bucket instead of a folder, each error of Meta and changed number by itself, and Chatwoot's page.
   * It runs the calls of WhatsApp and of the test of a page. */
  channels: {
    leftOut:
      /(api\/\w+\/(attachments-s3|whatsapp-outbound-errors|whatsapp-number-change)|ui\/\w+\/(channel-pages|channels|keyboard-walk-channels|whatsapp|widget-looks|widget-network|widget-page-test|message-kinds|embed-chatwoot))\.test\.ts$/,
  },
};
