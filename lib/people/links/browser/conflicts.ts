import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { ReplyOf } from "@/lib/kernel/contract";
import type * as contracts from "@/lib/people/links/contract";
import { listConflicts } from "@/lib/people/links/endpoints";

export type ConflictPage = ReplyOf<typeof contracts.listConflicts>;

export const conflictsQuery = (workspace: string) =>
  infiniteQueryOptions({
    queryKey: ["w", workspace, "conflicts"],
    queryFn: ({ pageParam }) => call(listConflicts, { params: { workspace }, query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ConflictPage) => next,
  });

/** The query with the first page from the server render. */
export const conflictsQueryFrom = (workspace: string, firstPage: ConflictPage) => ({
  ...conflictsQuery(workspace),
  initialData: { pages: [firstPage], pageParams: [null] },
});
