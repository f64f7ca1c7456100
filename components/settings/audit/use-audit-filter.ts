import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import { changeSearch } from "@/lib/browser/change-search";
import type { AuditQuery } from "@/lib/workspace/audit/browser/queries";
import { exportAudit } from "@/lib/workspace/audit/contract";

const fields = ["actor", "kind", "from", "to"] as const;
/** The filter in the URL: `from` and `to` are days in the reader's time zone, both included. */
export type AuditFilter = Record<(typeof fields)[number], string>;

const subscribeNever = () => () => undefined;

/** The start of a day in the reader's time zone; undefined for an invalid or half-typed day. */
function startOf(day: string, { plusDays = 0 } = {}): string | undefined {
  if (!/^2\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + plusDays);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const { actor: Actor, kind: Kind } = exportAudit.query.shape;

/** The filter as query parameters; invalid values are ignored. */
function queryOf({ actor, kind, from, to }: AuditFilter, isHydrated: boolean): AuditQuery {
  const [start, end] = isHydrated ? [startOf(from), startOf(to, { plusDays: 1 })] : [];
  return {
    ...(Actor.safeParse(actor).success && { actor }),
    ...(Kind.safeParse(kind).success && { kind: kind as NonNullable<AuditQuery["kind"]> }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  };
}

const searchOf = (filter: AuditFilter): string => {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return search.size > 0 ? `?${search}` : "";
};

const filterOf = (search: { get: (name: string) => string | null }): AuditFilter => ({
  actor: search.get("actor") ?? "",
  kind: search.get("kind") ?? "",
  from: search.get("from") ?? "",
  to: search.get("to") ?? "",
});

/** The filter lives in the URL, so that it survives a reload and can be shared. */
export function useAuditFilter() {
  const search = useSearchParams();
  // The server does not know the reader's time zone, so it leaves days out.
  const isHydrated = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  const filter = filterOf(search);

  return {
    filter,
    query: queryOf(filter, isHydrated),
    /** Whether `query` covers the whole filter. */
    isSettled: isHydrated || (filter.from === "" && filter.to === ""),
    isFiltered: Object.values(filter).some((value) => value !== ""),
    change: (part: Partial<AuditFilter>) => changeSearch("replaceState", (now) => searchOf({ ...filterOf(now), ...part })),
    clear: () => changeSearch("replaceState", () => ""),
  };
}
