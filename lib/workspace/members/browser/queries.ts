import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listMembers } from "@/lib/workspace/members/endpoints";

export const membersQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "members"], queryFn: () => call(listMembers, { params: { workspace } }) });
