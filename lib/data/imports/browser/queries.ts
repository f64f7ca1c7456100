import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type * as contracts from "@/lib/data/imports/contract";
import type { ImportState, LineResult } from "@/lib/data/imports/contract";
import { importsOf, linesOfImport, readImport } from "@/lib/data/imports/endpoints";
import type { ReplyOf } from "@/lib/kernel/contract";

/** How often something that is under way is read again; TanStack stops while the tab is hidden. */
const movingMs = 1_000;
/** How many lines of a result are shown. */
export const shownLines = 20;

const moving: readonly ImportState[] = ["checking", "running", "undoing"];
const isMoving = (state: ImportState): boolean => moving.includes(state);

export type ImportsPage = ReplyOf<typeof contracts.importsOf>;

export const importsKey = (workspace: string) => ["w", workspace, "imports"] as const;

export const importsQuery = (workspace: string) =>
  infiniteQueryOptions({
    queryKey: [...importsKey(workspace), "list"],
    queryFn: ({ pageParam }) => call(importsOf, { params: { workspace }, query: pageParam === null ? {} : { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ImportsPage) => page.nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some((one) => isMoving(one.state))) ? movingMs : false),
  });

export const importQuery = (workspace: string, importId: string) =>
  queryOptions({
    queryKey: [...importsKey(workspace), "one", importId],
    queryFn: () => call(readImport, { params: { workspace, importId } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.import.state) ? movingMs : false),
  });

type Which = { result?: LineResult; leftOut?: "true" };

/** The first of these lines, of an import in this state: the run says other things of them than the check. */
export const linesQuery = (workspace: string, importId: string, { state, ...which }: { state: ImportState } & Which) =>
  queryOptions({
    queryKey: [...importsKey(workspace), "lines", importId, state, which],
    queryFn: () => call(linesOfImport, { params: { workspace, importId }, query: { ...which, limit: shownLines } }),
  });
