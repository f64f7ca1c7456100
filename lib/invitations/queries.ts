import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { listInvitations } from "./contract";

export const invitationsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "invitations"], queryFn: () => call(listInvitations, { params: { workspace } }) });
