import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLive } from "@/components/desk/shared/live";
import { call } from "@/lib/browser/call";
import { listTeam } from "@/lib/workspace/members/endpoints";

// Members join and leave rarely; the server refuses one who left.
const freshMs = 5 * 60_000;

const byName = <T extends { name: string }>(members: T[]): T[] => members.toSorted((a, b) => a.name.localeCompare(b.name));

const teamQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "team"],
    queryFn: async () => byName((await call(listTeam, { params: { workspace } })).items),
    staleTime: freshMs,
    networkMode: "always",
  });

/** The members to whom a chat can be assigned. */
export function useTeam() {
  const { workspace } = useLive();
  return useQuery(teamQuery(workspace));
}
