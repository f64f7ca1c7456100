import { getTranslations } from "next-intl/server";
import * as overview from "@/lib/desk/overview";
import { exportOverview } from "@/lib/desk/overview/contract";
import { download } from "@/lib/http/download";

export const GET = download(exportOverview, async ({ caller, query }) =>
  overview.file(await getTranslations("overview"), caller.workspace, query),
);
