import { recordAddressChange } from "@/lib/actions/buttons/audited";
import { formatTime, readerOf } from "@/lib/kernel/dates";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/db/lock-row";
import { env } from "@/lib/platform/env";
import * as outbound from "@/lib/platform/outbound";
import { privateOriginOf } from "@/lib/platform/outbound/address";
import * as limit from "@/lib/platform/rate-limit";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { AddressCheck } from "./contract";

/** The command that starts Beside with this address allowed; null unless it is on the developer's own machine or network. */
function startLineFor(address: string): string | null {
  const origin = privateOriginOf(address);
  if (origin === undefined) return null;
  const { ACTIONS_ALLOW_ORIGINS, DEMO } = env();
  // The demo adds its own receiver each time.
  const others = ACTIONS_ALLOW_ORIGINS.filter((one) => one !== process.env["DEMO_RECEIVER"]);
  return `ACTIONS_ALLOW_ORIGINS=${[...others, origin].join(",")} npm ${DEMO === "1" ? "run demo" : "start"}`;
}

/** Why an address is rejected and, for a developer's own machine, the command that allows it in development. */
const refusalOf = (reason: string, startLine: string | null): string =>
  startLine === null
    ? reason
    : `${reason} To try a receiver on your own machine, start Beside with this line, in development only: ${startLine}`;

const addressChecksPerMinute = 60;

/** Each check connects to a server that may belong to somebody else, so the checks of a workspace are limited. @throws rate_limited */
async function enforceCheckLimit(workspaceId: string, kind: "check" | "save"): Promise<void> {
  const { allowed, resetSeconds } = await limit.consume(`address-${kind}:${workspaceId}`, addressChecksPerMinute);
  if (allowed) return;
  throw new AppError(
    "rate_limited",
    `Addresses were checked ${addressChecksPerMinute} times in the last minute. Wait ${resetSeconds} seconds.`,
    { "retry-after": String(resetSeconds) },
  );
}

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
export async function saveAddress(workspaceId: string, by: Actor, url: string): Promise<{ url: string | null; message: string }> {
  if (url !== "") await enforceCheckLimit(workspaceId, "save");
  const found = url === "" ? undefined : await outbound.check(url, { allowOrigins: env().ACTIONS_ALLOW_ORIGINS });
  if (found && !found.ok && found.forbidden) throw new AppError("invalid_request", refusalOf(found.reason, startLineFor(url)));
  await db().$transaction(async (tx) => {
    await lockRow(tx, "workspace", workspaceId);
    const { actionsUrl: before } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } });
    const after = url || null;
    if (before === after) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { actionsUrl: after } });
    await recordAddressChange(tx, workspaceId, by, { before, after });
  });
  if (!found) return { url: null, message: "The address was removed. Buttons cannot be pressed without one." };
  return { url, message: found.ok ? "Saved." : `Saved, but ${found.reason.charAt(0).toLowerCase()}${found.reason.slice(1)}` };
}
