import type { z } from "zod";
import { db } from "@/lib/platform/db";
import { afterDeadlock } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { dueStatement, endStatement, HeldRow, lockStatement, moveStatement, NextRow, TakenRow, takeStatement } from "./sql";

type Named = { name: string; nextStatement: string };

/** The workspace whose turn it is; undefined when none is due. `except` are left out. */
export async function takeTurn(
  { name }: Pick<Named, "name">,
  except: readonly string[] = [],
): Promise<z.output<typeof TakenRow> | undefined> {
  const [taken] = await rows(db(), TakenRow)(takeStatement, name, except);
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
      const [held] = await rows(tx, HeldRow)(lockStatement, workspaceId, name);
      if (!held) return undefined;
      const [next] = await rows(tx, NextRow)(nextStatement, workspaceId);
      const dueAt = next?.dueAt ?? null;
      if (dueAt === null) await tx.$executeRawUnsafe(endStatement, workspaceId, name);
      else await tx.$executeRawUnsafe(moveStatement, workspaceId, name, dueAt);
      return { dueAt };
    }),
  );
  if (settled) return settled.dueAt;
  return keepTurn({ name }, workspaceId);
}

/** After a turn that left work which is due: another one that ended meanwhile may have seen none. */
export async function keepTurn({ name }: Pick<Named, "name">, workspaceId: string): Promise<undefined> {
  await db().$executeRawUnsafe(dueStatement, workspaceId, name);
}
