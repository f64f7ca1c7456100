import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/browser/call";
import { type exportAudit, listActors, listAudit } from "@/lib/domain/audit/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

export type AuditPage = ReplyOf<typeof listAudit>;
/** What is asked for, as it stands in an address. */
export type Asked = z.input<(typeof exportAudit)["query"]>;

export const auditQuery = (workspace: string, asked: Asked) =>
  infiniteQueryOptions({
    queryKey: ["w", workspace, "audit", asked],
    queryFn: ({ pageParam }) => call(listAudit, { params: { workspace }, query: { ...asked, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: "",
    // Whoever comes to look has often just changed something.
    staleTime: 0,
    getNextPageParam: ({ entries, hasEarlier }: AuditPage) => (hasEarlier ? entries.at(-1)?.id : undefined),
  });

export const actorsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "audit-actors"], queryFn: () => call(listActors, { params: { workspace } }) });
