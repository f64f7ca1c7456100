import { createHash } from "node:crypto";
import { z } from "zod";
import { write } from "@/lib/channels/outbound";
import * as chats from "@/lib/chats";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { singleton } from "@/lib/platform/runtime";
import * as integrations from "@/lib/workspace/integrations";
import type { Template } from "./contract";
import { reasonOf } from "./errors";
import { call } from "./graph";
import { cleaned, fill, MetaTemplate, templateOf, templateToSend } from "./template-parts";

type Agent = { id: string; name: string };

const freshMs = 5 * 60_000;
const maxCached = 500;
const perPage = 100;
const maxPages = 10;
const timeoutMs = 10_000;

type Cached = { source: string; until: number; templates: MetaTemplate[] };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The templates of a workspace, as Meta listed them. */
    whatsAppTemplates: Map<string, Cached>;
  }
}

const cache = () => singleton("whatsAppTemplates", () => new Map());

const Listed = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() }).optional(),
});

/** The approved templates, by name. @throws conflict when Meta refuses, unavailable */
export async function list(workspaceId: string): Promise<{ templates: Template[]; problem: string | null }> {
  const account = await accountOf(workspaceId);
  if ("problem" in account) return { templates: [], problem: account.problem };
  const found = (await approved(workspaceId, account)).map(templateOf);
  const templates = found.sort((a, b) => a.name.localeCompare(b.name, "en") || a.language.localeCompare(b.language, "en"));
  return { templates, problem: templates.length === 0 ? "Meta has approved no template of this account yet." : null };
}

/** Where the templates are, or why there are none. @throws conflict when the secrets cannot be opened */
async function accountOf(workspaceId: string): Promise<Account | { problem: string }> {
  const integration = await integrations.read(workspaceId, "whatsapp");
  if (!integration?.settings.isOn) return { problem: "WhatsApp is not connected. An admin connects it in the settings." };
  const { businessAccountId } = integration.settings;
  if (businessAccountId === null)
    return { problem: "The id of the WhatsApp business account is missing. An admin enters it in the settings." };
  return { businessAccountId, accessToken: integration.secrets.accessToken };
}

async function approved(workspaceId: string, account: Account): Promise<MetaTemplate[]> {
  const source = createHash("sha256").update(`${account.businessAccountId} ${account.accessToken}`).digest("base64url");
  const cached = cache().get(workspaceId);
  if (cached?.source === source && cached.until > performance.now()) return cached.templates;
  const templates = await fetchAll(account);
  if (cache().size >= maxCached) cache().clear();
  cache().set(workspaceId, { source, until: performance.now() + freshMs, templates });
  return templates;
}

type Account = { businessAccountId: string; accessToken: string };

async function fetchAll({ businessAccountId, accessToken }: Account): Promise<MetaTemplate[]> {
  const found: MetaTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = {
      fields: "name,language,status,category,parameter_format,components",
      status: "APPROVED",
      limit: String(perPage),
      ...(after !== undefined && { after }),
    };
    const result = await call({ accessToken }, { method: "GET", path: `${businessAccountId}/message_templates`, query, timeoutMs });
    if (result.kind === "refused") throw new AppError("conflict", reasonOf(result.code, result.details));
    if (result.kind === "failed") throw new AppError("unavailable", `Meta cannot be asked for the templates right now: ${result.reason}`);
    const listed = Listed.safeParse(result.data);
    if (!listed.success) throw new AppError("unavailable", "Meta's list of templates could not be read. Try again shortly.");
    // A template of an unknown form is left out, and never loses its neighbours.
    const read = listed.data.data.flatMap((one) => MetaTemplate.safeParse(one).data ?? []);
    found.push(...read.filter(({ status }) => status === "APPROVED"));
    after = listed.data.paging?.next === undefined ? undefined : listed.data.paging.cursors?.after;
    if (after === undefined) break;
  }
  return found;
}

type ToSend = { id: string; name: string; language: string; values: Record<string, string> };

/** Sends a template with its values, at any time. A repeated id changes nothing. @throws not_found, conflict, invalid_request, unavailable */
export async function send(workspaceId: string, chatId: string, agent: Agent, { id, name, language, values: given }: ToSend) {
  const { hasWindow } = await chats.windowOf(workspaceId, chatId);
  const known = await db().chatItem.findFirst({ where: { workspaceId, chatId, id }, select: { seq: true } });
  if (known) return { id, seq: known.seq };
  if (!hasWindow) throw new AppError("conflict", "Templates are for customers on WhatsApp, while it is connected.");
  const account = await accountOf(workspaceId);
  if ("problem" in account) throw new AppError("conflict", account.problem);
  const template = (await approved(workspaceId, account)).find((one) => one.name === name && one.language === language);
  if (!template) throw new AppError("not_found", "Meta has no approved template of this name in this language.");
  const shown = templateOf(template);
  if (shown.problem) throw new AppError("conflict", `This template cannot be sent from here. ${shown.problem}`);
  const values = cleaned(given);
  const missing = shown.variables.find(({ key }) => !values[key]);
  if (missing) throw new AppError("invalid_request", `values.${missing.key} is missing: the template needs it.`);
  return write(workspaceId, chatId, agent, {
    id,
    kind: "message",
    text: fill(shown, values),
    content: { template: { name, language } },
    deliver: { template: templateToSend(template, values) },
  });
}
