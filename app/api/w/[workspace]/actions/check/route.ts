import { getTranslations } from "next-intl/server";
import * as receivers from "@/lib/actions/receivers";
import { checkServer } from "@/lib/actions/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(checkServer, async ({ caller, body }) =>
  receivers.check(await getTranslations("settings.check.findings"), caller.workspace.id, caller.account, body.probe),
);
