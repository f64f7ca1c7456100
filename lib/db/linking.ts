import type { Runner } from "@/lib/db";

/**
 * The workspace's linking lock, held to the end of the transaction that begins with it. Who a phone belongs to depends on
 * rows of two tables, so whatever changes a phone or a link takes it exclusively (`change`), and whatever relies on one
 * takes it shared (`read`). It is a statement of its own because the next statement must see what the holder before wrote.
 */
export const linkingLock = (on: Runner, workspaceId: string, hold: "change" | "read") =>
  hold === "change"
    ? on.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`linking:${workspaceId}`}, 0))::text`
    : on.$queryRaw`select pg_advisory_xact_lock_shared(hashtextextended(${`linking:${workspaceId}`}, 0))::text`;
