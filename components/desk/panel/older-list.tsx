import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { lineOf } from "@/components/desk/shared/properties";
import { When } from "@/components/time/when";
import { Spinner } from "@/components/ui/spinner";
import type { OlderEvents, PanelEvent } from "@/lib/desk/panel/contract";
import { quietLink } from "./classes";
import { CloserName } from "./closer-name";

export type OlderListProps = {
  /** The owner of the problems: the contact, or the person without one. */
  subjectId: string;
  /** Another one when a problem began or ended: the list is fetched again. */
  version: string;
};

/** Every problem event of the person, newest first, a page at a time, each with how it was closed. */
export function OlderList({ subjectId, version }: OlderListProps) {
  const t = useTranslations("chat.problems");
  const common = useTranslations("common");
  const { workspace, olderEvents } = usePanelHost();
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["w", workspace, "problems", subjectId],
    queryFn: ({ pageParam }) => olderEvents({ level: "problem", ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: OlderEvents) => page.next,
    networkMode: "always",
  });
  const onVersion = useEffectEvent(() => void refetch());
  const known = useRef(version);
  useEffect(() => {
    if (known.current !== version) onVersion();
    known.current = version;
  }, [version]);
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <ul aria-label={t("older")} className="mt-1 flex flex-col">
        {events.map((event) => (
          <OlderProblem key={event.id} event={event} />
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-problem text-xs">
          {error.message}{" "}
          <button type="button" className={quietLink} onClick={() => refetch()}>
            {common("tryAgain")}
          </button>
        </p>
      )}
      {!error && (isFetching || hasNextPage) && (
        <button type="button" aria-disabled={isFetching} onClick={() => !isFetching && fetchNextPage()} className={quietLink}>
          {isFetching && <Spinner />}
          {common("showMore")}
        </button>
      )}
    </>
  );
}

function OlderProblem({ event: { event, properties, occurredAt, closedBy } }: { event: PanelEvent }) {
  const t = useTranslations("chat.problems");
  const line = lineOf(properties);
  const by = () => closedBy && <CloserName closedBy={closedBy} />;
  return (
    <li className="py-1.5 text-sm">
      <div className="flex gap-2">
        <p className="min-w-0 flex-1 wrap-anywhere">{event}</p>
        <span className="flex-none text-soft text-xs/5">
          <When at={occurredAt} />
        </span>
      </div>
      {line && <p className="line-clamp-2 text-soft wrap-anywhere">{line}</p>}
      <p className={closedBy ? "text-soft wrap-anywhere" : "text-problem"}>
        {closedBy ? t.rich(closedBy.kind === "agent" ? "closedByAgent" : "closedByEvent", { by }) : t("open")}
      </p>
    </li>
  );
}
