import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listConflicts } from "@/lib/domain/links/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

export type ConflictPage = ReplyOf<typeof listConflicts>;

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
