import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getWebsite } from "@/lib/channels/website/endpoints";

export const websiteQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "website"], queryFn: () => call(getWebsite, { params: { workspace } }) });
