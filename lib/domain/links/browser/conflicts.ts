import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type * as contracts from "@/lib/domain/links/contract";
import { listConflicts } from "@/lib/domain/links/endpoints";
import type { ReplyOf } from "@/lib/kernel/contract";

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
