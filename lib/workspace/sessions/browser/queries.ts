import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listSessions } from "@/lib/workspace/sessions/endpoints";

export const sessionsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "sessions"], queryFn: () => call(listSessions, { params: { workspace } }) });
