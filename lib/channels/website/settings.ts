import type { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Actor } from "@/lib/workspace/audit/contract";
import * as integrations from "@/lib/workspace/integrations";
import type { WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";
import * as secrets from "@/lib/workspace/secrets";
import type { WebsiteView, WidgetConfig } from "./contract";

/** A workspace's chat on its website, while that is switched on. */
type Website = { workspaceId: string; workspaceName: string; settings: WebsiteSettings };

/** What a workspace has before an admin changed anything. */
const defaults: WebsiteSettings = {
  allowedOrigins: [],
  allowAnyOrigin: false,
  colour: "#1d4ed8",
  position: "right",
  greeting: "",
  language: "auto",
  isOn: false,
};

/** Undefined without such a workspace, and while its chat is switched off. */
export async function find(slug: string): Promise<Website | undefined> {
  const workspace = await db().workspace.findUnique({ where: { slug }, select: { id: true, name: true } });
  if (!workspace) return undefined;
  const settings = await integrations.settingsOf(workspace.id, "website");
  if (!settings?.isOn) return undefined;
  return { workspaceId: workspace.id, workspaceName: workspace.name, settings };
}

/** @throws not_found, for a stranger the same whether there is such a workspace or not */
export async function open(slug: string): Promise<Website> {
  const found = await find(slug);
  if (!found) throw new AppError("not_found", "There is no chat at this address, or it is switched off.");
  return found;
}

export const isOn = async (workspaceId: string): Promise<boolean> => (await integrations.settingsOf(workspaceId, "website"))?.isOn ?? false;

/** What the loader and the frame need to know. @throws not_found */
export async function config(slug: string): Promise<WidgetConfig> {
  const { workspaceName, settings } = await open(slug);
  const { colour, position, greeting, language, allowedOrigins, allowAnyOrigin } = settings;
  return { workspaceName, colour, position, greeting, language, allowedOrigins, allowAnyOrigin };
}

type Where = { id: string; slug: string };

/** The settings page. `host` is where the admin's browser reached us, for an installation without a public address. */
export async function view({ id, slug }: Where, host: string): Promise<z.output<typeof WebsiteView>> {
  const [found, secret] = await Promise.all([integrations.read(id, "website"), secrets.viewIfAny(id, "identify")]);
  return {
    settings: found?.settings ?? defaults,
    snippet: `<script async src="${env().PUBLIC_URL ?? host}/loader/${slug}.js"></script>`,
    secret,
    firstMessageAt: found?.firstMessageAt ?? null,
  };
}

/** Changes the settings, and records that in the audit log. */
export async function save(workspace: Where, settings: WebsiteSettings, { by, host }: { by: Actor; host: string }) {
  await integrations.save(db(), workspace.id, "website", { settings }, by);
  return view(workspace, host);
}
