import type { Actor } from "@/lib/domain/audit/contract";
import { addressNoted } from "@/lib/domain/buttons/audited";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import * as outbound from "@/lib/platform/outbound";
import * as limit from "@/lib/platform/rate-limit";
import type { AddressCheck } from "./contract";
import { refusalOf, startLineFor } from "./start-line";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const addressChecksPerMinute = 60;

/** Each judgement connects to a server that may be anybody's, so a workspace gets so many of them. @throws rate_limited */
async function countCheck(workspaceId: string, kind: "check" | "save"): Promise<void> {
  const { allowed, resetSeconds } = await limit.take(`address-${kind}:${workspaceId}`, addressChecksPerMinute);
  if (allowed) return;
  throw new AppError(
    "rate_limited",
    `Addresses were checked ${addressChecksPerMinute} times in the last minute. Wait ${resetSeconds} seconds.`,
    { "retry-after": String(resetSeconds) },
  );
}

/** Judges an address in plain words, without saving it. @throws rate_limited */
export async function checkAddress(workspaceId: string, url: string): Promise<AddressCheck> {
  if (url === "") return { ok: false, message: "Enter the https address of your server.", startLine: null };
  await countCheck(workspaceId, "check");
  const found = await outbound.check(url, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  if (!found.ok) {
    const startLine = found.forbidden ? startLineFor(url) : null;
    return { ok: false, message: refusalOf(found.reason, startLine), startLine };
  }
  if (!found.validUntil) return { ok: true, message: "Reachable. Exempt from the address rule, for development." };
  return { ok: true, message: `Public, reachable, certificate valid until ${day.format(found.validUntil)}.` };
}

/** Saves the address, or removes it. One that is not public is refused; one that is only away is saved, and that is said. @throws invalid_request, rate_limited */
export async function saveAddress(workspaceId: string, by: Actor, url: string): Promise<{ url: string | null; message: string }> {
  if (url !== "") await countCheck(workspaceId, "save");
  const found = url === "" ? undefined : await outbound.check(url, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  if (found && !found.ok && found.forbidden) throw new AppError("invalid_request", refusalOf(found.reason, startLineFor(url)));
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`select id from workspace where id = ${workspaceId}::uuid for update`;
    const { actionsUrl: before } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } });
    const after = url || null;
    if (before === after) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { actionsUrl: after } });
    await addressNoted(tx, workspaceId, by, { before, after });
  });
  if (!found) return { url: null, message: "The address was removed. Buttons cannot be pressed without one." };
  return { url, message: found.ok ? "Saved." : `Saved, but a press would fail now: ${found.reason}` };
}
