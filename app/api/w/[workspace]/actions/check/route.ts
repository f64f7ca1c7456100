import { getTranslations } from "next-intl/server";
import { endpoint } from "@/lib/api/endpoint";
import * as receivers from "@/lib/receivers";
import { checkServer } from "@/lib/receivers/contract";

export const POST = endpoint(checkServer, async ({ caller, body }) =>
  receivers.check(await getTranslations("settings.check.findings"), caller.workspace.id, caller.account, body.probe),
);
