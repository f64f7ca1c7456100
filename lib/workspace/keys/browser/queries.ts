import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listKeys } from "@/lib/workspace/keys/endpoints";

export const keysQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "keys"], queryFn: () => call(listKeys, { params: { workspace } }) });
