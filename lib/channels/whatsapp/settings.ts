import { randomBytes } from "node:crypto";
import { z } from "zod";
import { waitingOf } from "@/lib/channels/inbound";
import { addressOf } from "@/lib/kernel/address";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { env } from "@/lib/platform/env";
import * as limit from "@/lib/platform/rate-limit";
import type { Actor } from "@/lib/workspace/audit/contract";
import * as integrations from "@/lib/workspace/integrations";
import { reasonOf } from "./errors";
import { call, type GraphResult } from "./graph";
import { countsOf } from "./month";
import { receiveWebhook } from "./webhook/contract";

const checksPerMinute = 10;
const timeoutMs = 8_000;

type Where = { id: string; slug: string };
type Input = {
  phoneNumberId: string;
  businessAccountId?: string | null | undefined;
  accessToken?: string | undefined;
  appSecret?: string | undefined;
  sendsReceipts?: boolean | undefined;
  isOn?: boolean | undefined;
};

/** What the settings page shows. `host` is where the admin's browser reached us, for an installation without a public address. */
export async function view({ id, slug }: Where, host: string) {
  const [found, month, waiting] = await Promise.all([read(id), countsOf(id, currentTime()), waitingOf(id)]);
  const shown = found && integrations.publicViewOf(found);
  return {
    isConnected: shown !== undefined,
    isOn: shown?.settings.isOn ?? false,
    phoneNumberId: shown?.settings.phoneNumberId ?? null,
    displayPhone: shown?.settings.displayPhone ?? null,
    businessAccountId: shown?.settings.businessAccountId ?? null,
    sendsReceipts: shown?.settings.sendsReceipts ?? true,
    accessToken: shown?.secrets["accessToken"] ?? null,
    appSecret: shown?.secrets["appSecret"] ?? null,
    webhookUrl: (env().PUBLIC_URL ?? host) + addressOf(receiveWebhook.path, { params: { workspace: slug } }),
    verifyToken: found?.secrets.verifyToken || null,
    pausedReason: shown?.pausedReason ?? null,
    firstMessageAt: shown?.firstMessageAt ?? null,
    updatedAt: shown?.updatedAt ?? null,
    month,
    waiting,
  };
}

/** Secrets that cannot be opened are shown as missing, so that an admin can enter them again. */
const read = (workspaceId: string) =>
  integrations.readOrEmpty(workspaceId, "whatsapp", { accessToken: "", appSecret: "", verifyToken: "" });

/** Connects WhatsApp or changes it. The verify token is made here, once. @throws invalid_request, unavailable */
export async function save(workspace: Where, input: Input, { by, host }: { by: Actor; host: string }) {
  const before = await read(workspace.id);
  const { phoneNumberId, businessAccountId = before?.settings.businessAccountId ?? null } = input;
  const isSameNumber = before?.settings.phoneNumberId === phoneNumberId;
  const settings = {
    phoneNumberId,
    businessAccountId,
    displayPhone: isSameNumber ? (before?.settings.displayPhone ?? null) : null,
    sendsReceipts: input.sendsReceipts ?? before?.settings.sendsReceipts ?? true,
    isOn: input.isOn ?? before?.settings.isOn ?? true,
  };
  const verifyToken = before?.secrets.verifyToken ? undefined : randomBytes(24).toString("base64url");
  const secrets = { accessToken: input.accessToken || undefined, appSecret: input.appSecret || undefined, verifyToken };
  await integrations.save(db(), workspace.id, "whatsapp", { settings, secrets: defined(secrets) }, by);
  if (!isSameNumber) await integrations.resume(workspace.id, "whatsapp");
  return view(workspace, host);
}

const defined = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));

/** Chats and their messages stay; what was queued is marked as failed by the next sweep. @throws not_found */
export async function disconnect(workspaceId: string, by: Actor): Promise<{ removed: boolean }> {
  await integrations.remove(workspaceId, "whatsapp", by);
  return { removed: true };
}

type Finding = { ok: boolean; message: string };

const PhoneNumber = z.object({
  display_phone_number: z.string(),
  verified_name: z.string().optional(),
  quality_rating: z.string().optional(),
});

/** Asks Meta whether the saved values work. What works ends a pause. @throws conflict, rate_limited */
export async function check(workspaceId: string) {
  await enforceCheckLimit(workspaceId);
  const found = await integrations.read(workspaceId, "whatsapp");
  if (!found) throw new AppError("conflict", "There is nothing to check yet. Save the values of Meta's app first.");
  const { settings, secrets } = found;
  const [number, account] = await Promise.all([
    call(secrets, {
      method: "GET",
      path: settings.phoneNumberId,
      query: { fields: "display_phone_number,verified_name,quality_rating" },
      timeoutMs,
    }),
    accountFinding(secrets, settings.businessAccountId),
  ]);
  const parsed = number.kind === "ok" ? PhoneNumber.safeParse(number.data).data : undefined;
  const displayPhone = parsed?.display_phone_number ?? settings.displayPhone;
  if (parsed && displayPhone !== settings.displayPhone) await integrations.note(workspaceId, "whatsapp", { displayPhone });
  if (parsed) await integrations.resume(workspaceId, "whatsapp");
  const findings: Finding[] = [numberFinding(number, parsed), account];
  return { ok: findings.every(({ ok }) => ok), displayPhone, findings };
}

function numberFinding(result: GraphResult, number: z.output<typeof PhoneNumber> | undefined): Finding {
  if (result.kind !== "ok") return { ok: false, message: problemOf(result) };
  if (!number) return { ok: false, message: "Meta's answer is not that of a phone number. Check the phone number id." };
  const name = number.verified_name ? ` (${number.verified_name})` : "";
  return { ok: true, message: `The access token works for ${number.display_phone_number}${name}.` };
}

const Subscribed = z.object({ data: z.array(z.unknown()) });

/** Whether the account's messages reach an app at all. Where none is subscribed, the token's own app is, as Meta asks for. */
async function accountFinding(secrets: { accessToken: string }, businessAccountId: string | null): Promise<Finding> {
  if (businessAccountId === null) return { ok: false, message: "The id of the WhatsApp business account is missing. Templates need it." };
  const path = `${businessAccountId}/subscribed_apps`;
  const found = await call(secrets, { method: "GET", path, timeoutMs });
  if (found.kind !== "ok") return { ok: false, message: `Business account: ${problemOf(found)}` };
  const apps = Subscribed.safeParse(found.data).data?.data ?? [];
  if (apps.length > 0) return { ok: true, message: "The business account sends its messages to Meta's app." };
  const subscribed = await call(secrets, { method: "POST", path, timeoutMs });
  if (subscribed.kind === "ok") return { ok: true, message: "The business account sends its messages to Meta's app from now on." };
  return { ok: false, message: `The business account does not send its messages to Meta's app: ${problemOf(subscribed)}` };
}

const problemOf = (result: Exclude<GraphResult, { kind: "ok" }>): string =>
  result.kind === "failed" ? `Meta could not be asked: ${result.reason}` : reasonOf(result.code, result.details);

async function enforceCheckLimit(workspaceId: string): Promise<void> {
  const { allowed, resetSeconds } = await limit.consume(`whatsapp-check:${workspaceId}`, checksPerMinute);
  if (allowed) return;
  throw new AppError("rate_limited", `Meta was asked ${checksPerMinute} times in the last minute. Wait ${resetSeconds} seconds.`, {
    "retry-after": String(resetSeconds),
  });
}
