import { getTranslations } from "next-intl/server";
import { endpoint } from "@/lib/api/endpoint";
import * as receivers from "@/lib/receivers";
import { tryNewSecret } from "@/lib/receivers/contract";

export const POST = endpoint(tryNewSecret, async ({ caller }) =>
  receivers.tryNewSecret(await getTranslations("settings.check.findings"), caller.workspace.id, caller.account),
);
