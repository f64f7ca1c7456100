import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getPlan } from "@/lib/workspace/workspaces/endpoints";

export const planQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "plan"], queryFn: () => call(getPlan, { params: { workspace } }) });
