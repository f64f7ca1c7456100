import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listInvitations } from "@/lib/workspace/members/invitations/endpoints";

export const invitationsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "invitations"], queryFn: () => call(listInvitations, { params: { workspace } }) });
