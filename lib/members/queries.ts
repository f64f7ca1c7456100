import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { listMembers } from "./contract";

export const membersQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "members"], queryFn: () => call(listMembers, { params: { workspace } }) });
