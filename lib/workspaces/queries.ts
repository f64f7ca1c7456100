import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { getPlan } from "./contract";

export const planQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "plan"], queryFn: () => call(getPlan, { params: { workspace } }) });
