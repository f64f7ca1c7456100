import { recordAddressChange } from "@/lib/actions/buttons/audited";
import { formatTime, readerOf } from "@/lib/kernel/dates";
import { db } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/db/lock-row";
import { env } from "@/lib/platform/env";
import * as outbound from "@/lib/platform/outbound";
import { checkBeforeSaving, enforceCheckLimit, refusalOf, startLineFor } from "@/lib/platform/outbound/customer-address";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { AddressCheck } from "./contract";

/** Checks an address without saving it, and describes the result for the user. @throws rate_limited */
export async function checkAddress(workspaceId: string, url: string): Promise<AddressCheck> {
  if (url === "") return { ok: false, message: "Enter the https address of your server.", startLine: null };
  await enforceCheckLimit(workspaceId, "check");
  const found = await outbound.check(url, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  if (!found.ok) {
    const startLine = found.forbidden ? startLineFor(url) : null;
    return { ok: false, message: refusalOf(found.reason, startLine), startLine };
  }
  if (!found.validUntil) return { ok: true, message: "Reachable. Exempt from the address rule, for development." };
  return {
    ok: true,
    message: `Public, reachable, certificate valid until ${formatTime("longDate", found.validUntil, readerOf("en", "UTC"))}.`,
  };
}

/**
 * Saves the address, or removes it. An address that is not public is rejected; an unreachable one is saved, with a warning.
 * @throws invalid_request, rate_limited
 */
export async function saveAddress(workspaceId: string, by: Actor, typed: string): Promise<{ url: string | null; message: string }> {
  const found = typed === "" ? undefined : await checkBeforeSaving(workspaceId, typed);
  await db().$transaction(async (tx) => {
    await lockRow(tx, "workspace", workspaceId);
    const { actionsUrl: before } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } });
    const after = found?.url ?? null;
    if (before === after) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { actionsUrl: after } });
    await recordAddressChange(tx, workspaceId, by, { before, after });
  });
  if (!found) return { url: null, message: "The address was removed. Buttons cannot be pressed without one." };
  return { url: found.url, message: found.ok ? "Saved." : `Saved, but ${found.reason.charAt(0).toLowerCase()}${found.reason.slice(1)}` };
}
