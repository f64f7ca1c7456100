import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { getRetention } from "./contract";

export const retentionQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "retention"], queryFn: () => call(getRetention, { params: { workspace } }) });
