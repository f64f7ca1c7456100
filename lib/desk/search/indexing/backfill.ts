import { db, type Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import {
  advanceStatement,
  type Backfill,
  BackfillRow,
  ContactSource,
  EventPageRow,
  finishStatement,
  ItemSource,
  inTurnStatement,
  nextBackfillStatement,
  PersonSource,
  pageStatements,
} from "./sql";
import { writeContacts, writeEvents, writeMessages, writePeople } from "./write";

/**
 * Indexes some of what was there before the search was, newest first, in the transaction that writes down how far it came: a killed
 * process repeats nothing and leaves nothing out. Returns whether there may be more.
 */
export const backfillBatch = (size: number): Promise<boolean> =>
  db().$transaction(async (tx) => {
    await tx.$executeRawUnsafe(inTurnStatement);
    const [next] = await rows(tx, BackfillRow)(nextBackfillStatement);
    if (!next) return false;
    const { workspaceId, kind } = next;
    const page = await indexPage[kind](tx, next, size);
    const last = page.at(-1);
    if (page.length < size || !last) await tx.$executeRawUnsafe(finishStatement, workspaceId, kind);
    else await tx.$executeRawUnsafe(advanceStatement, workspaceId, kind, last.id);
    return true;
  });

type IndexPage = (on: Runner, next: Backfill, size: number) => Promise<{ id: string }[]>;

const indexPage: Record<Backfill["kind"], IndexPage> = {
  contact: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, ContactSource)(pageStatements.contact, workspaceId, before, size);
    // A contact that was deleted has no userId.
    await writeContacts(
      on,
      page.filter(({ userId }) => userId !== null),
    );
    return page;
  },
  person: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, PersonSource)(pageStatements.person, workspaceId, before, size);
    await writePeople(on, page);
    return page;
  },
  message: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, ItemSource)(pageStatements.message, workspaceId, before, size);
    await writeMessages(
      on,
      page.filter(({ isFound }) => isFound),
    );
    return page;
  },
  event: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, EventPageRow)(pageStatements.event, workspaceId, before, size);
    await writeEvents(on, page);
    return page;
  },
};
