/**
 * A button is the thing that an agent presses, as an admin made it: identifier, label and options. A press and all that follows is a
 * call.
 */

import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { type Database, db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { isUniqueViolation } from "@/lib/platform/db/errors";
import { lockRow } from "@/lib/platform/db/lock-row";
import { run } from "@/lib/platform/db/rows";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { recordButtonChange, recordOrderChange } from "./audited";
import type { Button } from "./contract";
import { type ButtonOptions, storedOptions, withoutDefaults } from "./shared/options";

export { problemNames } from "./problem-names";

const buttonColumns = { id: true, action: true, label: true, enabled: true, options: true, problemEvents: true } as const;
const byPosition = [{ position: "asc" }, { id: "asc" }] as const;
const maxButtons = 50;
const noSuchButton = () => new AppError("not_found", "There is no such button.");

type Row = Omit<Button, "options"> & { options: unknown; problemEvents: unknown };

const parseButton = ({ options, problemEvents, ...row }: Row): Button => ({ ...row, options: storedOptions({ options, problemEvents }) });

const columnsOf = (options: ButtonOptions) => ({ options: withoutDefaults(options), problemEvents: options.problemEvents });

export const list = async (workspaceId: string, on: Pick<Database, "actionButton"> = db()): Promise<Button[]> =>
  (await on.actionButton.findMany({ where: { workspaceId }, select: buttonColumns, orderBy: [...byPosition] })).map(parseButton);

const throwConflict = (error: unknown, action: string | undefined): never => {
  if (isUniqueViolation(error)) throw new AppError("conflict", `Another button has the identifier ${action} already.`);
  throw error;
};

/** @throws conflict when the identifier is taken, or the workspace has 50 buttons */
export async function addButton(
  workspaceId: string,
  by: Actor,
  { options, ...input }: { label: string; action: string; options?: ButtonOptions },
): Promise<Button> {
  const data = { ...input, ...(options && columnsOf(options)), id: newId(), workspaceId, enabled: true, createdAt: currentTime() };
  const button = await db()
    .$transaction(async (tx) => {
      // Two admins may add the fiftieth button at the same time; the row lock lets one succeed.
      await lockRow(tx, "workspace", workspaceId);
      const { _count, _max } = await tx.actionButton.aggregate({ where: { workspaceId }, _count: true, _max: { position: true } });
      if (_count >= maxButtons) throw new AppError("conflict", `A workspace has at most ${maxButtons} buttons. Remove one first.`);
      const position = (_max.position ?? 0) + 1;
      const added = await tx.actionButton.create({ data: { ...data, position }, select: buttonColumns });
      await audit.record(tx, workspaceId, by, { what: "button.added", subject: added.label, details: { action: added.action } });
      return added;
    })
    .catch((error: unknown) => throwConflict(error, input.action));
  return parseButton(button);
}

type Change = {
  label?: string | undefined;
  action?: string | undefined;
  enabled?: boolean | undefined;
  options?: ButtonOptions | undefined;
};

/** Changes only the given fields. @throws not_found, conflict */
export async function changeButton(workspaceId: string, by: Actor, id: string, change: Change): Promise<Button> {
  const { options, ...rest } = change;
  const sent = { ...rest, ...(options && columnsOf(options)) };
  const data = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return db()
    .$transaction(async (tx) => {
      const before = await lockButton(tx, workspaceId, id);
      const after = parseButton(
        await tx.actionButton.update({ where: { workspaceId_id: { workspaceId, id } }, data, select: buttonColumns }),
      );
      await recordButtonChange(tx, workspaceId, by, { before, after });
      return after;
    })
    .catch((error: unknown) => throwConflict(error, change.action));
}

/** @throws not_found */
export async function removeButton(workspaceId: string, by: Actor, id: string): Promise<{ removed: true }> {
  await db().$transaction(async (tx) => {
    const { label, action } = await lockButton(tx, workspaceId, id);
    await tx.actionButton.delete({ where: { workspaceId_id: { workspaceId, id } } });
    await audit.record(tx, workspaceId, by, { what: "button.removed", subject: label, details: { action } });
  });
  return { removed: true };
}

/** Buttons that are not in `ids` keep their order after those that are. */
export async function orderButtons(workspaceId: string, by: Actor, ids: string[]): Promise<{ buttons: Button[] }> {
  const buttons = await db().$transaction(async (tx) => {
    await run(tx, { workspace: workspaceId })`
select id from action_button where workspace_id = ${workspaceId}::uuid order by id for update`;
    const before = await list(workspaceId, tx);
    await run(tx, { workspace: workspaceId })`
    update action_button b set position = o.place
    from (select id, row_number() over (order by array_position(${ids}::uuid[], id) nulls last, position, id)::int as place
      from action_button where workspace_id = ${workspaceId}::uuid) o
    where b.workspace_id = ${workspaceId}::uuid and b.id = o.id`;
    const after = await list(workspaceId, tx);
    await recordOrderChange(tx, workspaceId, by, { before, after });
    return after;
  });
  return { buttons };
}

/** Reads the button and locks it until the end of the transaction, so that the audit entry is exact. @throws not_found */
async function lockButton(tx: Prisma.TransactionClient, workspaceId: string, id: string): Promise<Button> {
  await run(tx, { workspace: workspaceId })`
select id from action_button where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for update`;
  const button = await tx.actionButton.findUnique({ where: { workspaceId_id: { workspaceId, id } }, select: buttonColumns });
  if (!button) throw noSuchButton();
  return parseButton(button);
}
