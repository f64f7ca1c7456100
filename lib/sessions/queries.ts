import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import { listSessions } from "./contract";

export const sessionsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "sessions"], queryFn: () => call(listSessions, { params: { workspace } }) });
