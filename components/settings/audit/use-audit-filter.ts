import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import type { Asked } from "@/lib/domain/audit/browser/queries";
import { exportAudit } from "@/lib/domain/audit/contract";

const fields = ["actor", "kind", "from", "to"] as const;
/** As it stands in the address of the page: `from` and `to` are days where the reader is, both included. */
export type AuditFilter = Record<(typeof fields)[number], string>;

const never = () => () => undefined;

/** When a day begins where the reader is; nothing for what is no day, such as one that is half typed. */
function beginningOf(day: string, { plusDays = 0 } = {}): string | undefined {
  if (!/^2\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + plusDays);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

const { actor: Actor, kind: Kind } = exportAudit.query.shape;

/** What the address asks for; a value that somebody mistyped there asks for nothing. */
function askedBy({ actor, kind, from, to }: AuditFilter, isHere: boolean): Asked {
  const [since, until] = isHere ? [beginningOf(from), beginningOf(to, { plusDays: 1 })] : [];
  return {
    ...(Actor.safeParse(actor).success && { actor }),
    ...(Kind.safeParse(kind).success && { kind: kind as NonNullable<Asked["kind"]> }),
    ...(since && { from: since }),
    ...(until && { until }),
  };
}

const inAddress = (filter: AuditFilter): string => {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return search.size > 0 ? `?${search}` : "";
};

const nothing: AuditFilter = { actor: "", kind: "", from: "", to: "" };

/** What is asked for is part of the address, so that it survives a reload and can be handed on. */
export function useAuditFilter() {
  const search = useSearchParams();
  // The server does not know which day it is where the reader is.
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const filter: AuditFilter = {
    actor: search.get("actor") ?? "",
    kind: search.get("kind") ?? "",
    from: search.get("from") ?? "",
    to: search.get("to") ?? "",
  };
  const put = (next: AuditFilter) => window.history.replaceState(null, "", `${window.location.pathname}${inAddress(next)}`);

  return {
    filter,
    asked: askedBy(filter, isHere),
    /** Whether `asked` says all that the address says. */
    isSettled: isHere || (filter.from === "" && filter.to === ""),
    isFiltered: Object.values(filter).some((value) => value !== ""),
    change: (part: Partial<AuditFilter>) => put({ ...filter, ...part }),
    clear: () => put(nothing),
  };
}
