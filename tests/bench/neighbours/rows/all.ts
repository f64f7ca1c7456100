import type { Row } from "../row";
import { imports, signIns } from "./backends";
import { fileChecks, fileImports } from "./files";
import { lockedContact, longLinks } from "./links";
import { manyWebhooks, silentWebhooks } from "./outgoing";
import { manyChats, manyOfOneReference, manyOpenProblems } from "./problems";
import { longIndex, manyAnswers, manyMessages } from "./queues";
import { refusedOfKey, refusedOfStranger } from "./refused";
import { auditExports, manyFramePages, manyLists, manyPages, overview, streams } from "./screens";
import { images, manyFrames, slowBodies } from "./strangers";

export const allRows: readonly Row[] = [
  ...[manyOfOneReference, manyChats, manyMessages, manyAnswers, longIndex, manyPages, manyLists, manyFramePages],
  ...[manyFrames, slowBodies, images, lockedContact, manyOpenProblems, longLinks],
  ...[imports, auditExports, overview, streams, signIns, fileChecks, fileImports],
  ...[refusedOfKey, refusedOfStranger],
  // The last: neighbours have webhooks from here on.
  ...[manyWebhooks, silentWebhooks],
];
