import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getRetention } from "@/lib/data/retention/endpoints";

export const retentionQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "retention"], queryFn: () => call(getRetention, { params: { workspace } }) });
