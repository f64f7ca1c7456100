import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { listKeys } from "./contract";

export const keysQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "keys"], queryFn: () => call(listKeys, { params: { workspace } }) });
