import { db } from "@/lib/platform/db";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { advanceStatement, type Backfill, finishStatement, inTurnStatement, nextBackfillStatement, pageStatements } from "./sql";
import { writeContacts, writeEvents, writeMessages, writePeople } from "./write";

/**
 * Indexes some of what was there before the search was, newest first, in the transaction that writes down how far it came: a killed
 * process repeats nothing and leaves nothing out. Returns whether there may be more.
 */
export const backfillBatch = (size: number): Promise<boolean> =>
  db().$transaction(async (tx) => {
    await run(tx, inTurnStatement)();
    const [next] = await rows(tx, nextBackfillStatement)();
    if (!next) return false;
    const { workspaceId, kind } = next;
    const page = await indexPage[kind](tx, next, size);
    const last = page.at(-1);
    if (page.length < size || !last) await run(tx, finishStatement)(workspaceId, kind);
    else await run(tx, advanceStatement)(workspaceId, kind, last.id);
    return true;
  });

type IndexPage = (on: Runner, next: Backfill, size: number) => Promise<{ id: string }[]>;

const indexPage: Record<Backfill["kind"], IndexPage> = {
  contact: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, pageStatements.contact)(workspaceId, before, size);
    // A contact that was deleted has no userId.
    await writeContacts(
      on,
      page.filter(({ userId }) => userId !== null),
    );
    return page;
  },
  person: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, pageStatements.person)(workspaceId, before, size);
    await writePeople(on, page);
    return page;
  },
  message: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, pageStatements.message)(workspaceId, before, size);
    await writeMessages(
      on,
      page.filter(({ isFound }) => isFound),
    );
    return page;
  },
  event: async (on, { workspaceId, before }, size) => {
    const page = await rows(on, pageStatements.event)(workspaceId, before, size);
    await writeEvents(on, page);
    return page;
  },
};
