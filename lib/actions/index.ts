import { db } from "@/lib/db";
import { isUniqueViolation } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import * as outbound from "@/lib/outbound";
import * as secrets from "@/lib/secrets";
import type { AddressCheck, Button } from "./contract";

export { press } from "./press";
export { report } from "./result";

const visible = { id: true, action: true, label: true, enabled: true } as const;
const inOrder = [{ position: "asc" }, { id: "asc" }] as const;
const mostButtons = 50;
const noSuchButton = () => new AppError("not_found", "There is no such button.");

const list = (workspaceId: string): Promise<Button[]> =>
  db().actionButton.findMany({ where: { workspaceId }, select: visible, orderBy: [...inOrder] });

/** Everything the settings page shows. */
export async function settings(workspaceId: string) {
  const [workspace, buttons, secret] = await Promise.all([
    db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } }),
    list(workspaceId),
    secrets.view(workspaceId),
  ]);
  return { url: workspace.actionsUrl, buttons, secret, allowedOrigins: env().ACTIONS_ALLOW_ORIGINS };
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Judges an address in plain words, without saving it. */
export async function checkAddress(url: string): Promise<AddressCheck> {
  if (url === "") return { ok: false, message: "Enter the https address of your server." };
  const found = await outbound.check(url, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  if (!found.ok) return { ok: false, message: found.reason };
  if (!found.validUntil) return { ok: true, message: "Reachable. Exempt from the address rule, for development." };
  return { ok: true, message: `Public, reachable, certificate valid until ${day.format(found.validUntil)}.` };
}

/** Saves the address, or removes it. One that is not public is refused; one that is only away is saved, and that is said. */
export async function saveAddress(workspaceId: string, url: string): Promise<{ url: string | null; message: string }> {
  const found = url === "" ? undefined : await outbound.check(url, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  if (found && !found.ok && found.forbidden) throw new AppError("invalid_request", found.reason);
  await db().workspace.update({ where: { id: workspaceId }, data: { actionsUrl: url || null } });
  if (!found) return { url: null, message: "The address was removed. Buttons cannot be pressed without one." };
  return { url, message: found.ok ? "Saved." : `Saved, but a press would fail now: ${found.reason}` };
}

const conflicting = (error: unknown, action: string | undefined): never => {
  if (isUniqueViolation(error)) throw new AppError("conflict", `Another button has the identifier ${action} already.`);
  throw error;
};

/** @throws conflict when the identifier is taken */
export async function addButton(workspaceId: string, input: { label: string; action: string }): Promise<Button> {
  const { _count, _max } = await db().actionButton.aggregate({ where: { workspaceId }, _count: true, _max: { position: true } });
  if (_count >= mostButtons) throw new AppError("conflict", `A workspace has at most ${mostButtons} buttons. Remove one first.`);
  const position = (_max.position ?? 0) + 1;
  const data = { ...input, id: newId(), workspaceId, position, enabled: true, createdAt: new Date() };
  return db()
    .actionButton.create({ data, select: visible })
    .catch((error: unknown) => conflicting(error, input.action));
}

type Change = { label?: string | undefined; action?: string | undefined; enabled?: boolean | undefined };

/** Only the fields that are given change. @throws not_found, conflict */
export async function changeButton(workspaceId: string, id: string, change: Change): Promise<Button> {
  const data = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const [button] = await db()
    .actionButton.updateManyAndReturn({ where: { workspaceId, id }, data, select: visible })
    .catch((error: unknown) => conflicting(error, change.action));
  if (!button) throw noSuchButton();
  return button;
}

/** @throws not_found */
export async function removeButton(workspaceId: string, id: string): Promise<{ removed: true }> {
  const { count } = await db().actionButton.deleteMany({ where: { workspaceId, id } });
  if (count === 0) throw noSuchButton();
  return { removed: true };
}

/** Buttons that are not named keep their order behind those that are. */
export async function orderButtons(workspaceId: string, ids: string[]): Promise<{ buttons: Button[] }> {
  await db().$executeRaw`
    update action_button b set position = o.place
    from (select id, row_number() over (order by array_position(${ids}::uuid[], id) nulls last, position, id)::int as place
      from action_button where workspace_id = ${workspaceId}::uuid) o
    where b.workspace_id = ${workspaceId}::uuid and b.id = o.id`;
  return { buttons: await list(workspaceId) };
}
