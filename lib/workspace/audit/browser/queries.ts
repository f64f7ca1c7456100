import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/browser/call";
import type { ReplyOf } from "@/lib/kernel/contract";
import type * as contracts from "@/lib/workspace/audit/contract";
import { listActors, listAudit } from "@/lib/workspace/audit/endpoints";

export type AuditPage = ReplyOf<typeof contracts.listAudit>;
/** The filter as query parameters. */
export type AuditQuery = z.input<(typeof contracts.exportAudit)["query"]>;

export const auditQuery = (workspace: string, filter: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ["w", workspace, "audit", filter],
    queryFn: ({ pageParam }) => call(listAudit, { params: { workspace }, query: { ...filter, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    // An admin often opens the log right after a change.
    staleTime: 0,
    getNextPageParam: ({ next }: AuditPage) => next,
  });

export const actorsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "audit-actors"], queryFn: () => call(listActors, { params: { workspace } }) });
