import type { z } from "zod";
import { db } from "@/lib/platform/db";
import { afterDeadlock } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import type { Statement } from "@/lib/platform/db/statement";
import { dueStatement, endStatement, lockStatement, moveStatement, type NextRow, type TakenRow, takeStatement } from "./sql";

type Named = { name: string; nextStatement: Statement<typeof NextRow> };

/** The workspace whose turn it is; undefined when none is due. `except` are left out. */
export async function takeTurn(
  { name }: Pick<Named, "name">,
  except: readonly string[] = [],
): Promise<z.output<typeof TakenRow> | undefined> {
  const [taken] = await rows(db(), takeStatement)(name, except);
  return taken;
}

/**
 * After a turn that found nothing more to do: the workspace's row goes, or waits until the next of its work is due, which is returned (null
 * when nothing is left, undefined when it stays due because somebody writes work in this moment). The row is locked before the work is
 * looked at, and who writes work has locked it before: so no work is left without a turn.
 */
export async function endTurn({ name, nextStatement }: Named, workspaceId: string): Promise<Date | null | undefined> {
  const settled = await afterDeadlock(() =>
    db().$transaction(async (tx) => {
      const [held] = await rows(tx, lockStatement)(workspaceId, name);
      if (!held) return undefined;
      const [next] = await rows(tx, nextStatement)(workspaceId);
      const dueAt = next?.dueAt ?? null;
      if (dueAt === null) await run(tx, endStatement)(workspaceId, name);
      else await run(tx, moveStatement)(workspaceId, name, dueAt);
      return { dueAt };
    }),
  );
  if (settled) return settled.dueAt;
  return keepTurn({ name }, workspaceId);
}

/** After a turn that left work which is due: another one that ended meanwhile may have seen none. */
export async function keepTurn({ name }: Pick<Named, "name">, workspaceId: string): Promise<undefined> {
  await run(db(), dueStatement)(workspaceId, name);
}
