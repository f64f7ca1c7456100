import type { Row } from "../row";
import { imports, signIns } from "./backends";
import { lockedContact, longLinks } from "./links";
import { manyChats, manyOfOneReference, manyOpenProblems } from "./problems";
import { longIndex, manyAnswers, manyMessages } from "./queues";
import { auditExports, manyFramePages, manyLists, manyPages, overview, streams } from "./screens";
import { images, manyFrames, slowBodies } from "./strangers";

export const allRows: readonly Row[] = [
  ...[manyOfOneReference, manyChats, manyMessages, manyAnswers, longIndex, manyPages, manyLists, manyFramePages],
  ...[manyFrames, slowBodies, images, lockedContact, manyOpenProblems, longLinks],
  ...[imports, auditExports, overview, streams, signIns],
];
