import { getTranslations } from "next-intl/server";
import * as receivers from "@/lib/actions/receivers";
import { tryNewSecret } from "@/lib/actions/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(tryNewSecret, async ({ caller }) =>
  receivers.tryNewSecret(await getTranslations("settings.check.findings"), caller.workspace.id, caller.account),
);
