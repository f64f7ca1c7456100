import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { usePanelHost } from "@/components/chat/shared/panel-host";
import { lineOf } from "@/components/chat/shared/properties";
import { When } from "@/components/time/when";
import { Spinner } from "@/components/ui/spinner";
import type { OlderEvents, PanelEvent } from "@/lib/domain/panel/contract";
import { quietLink } from "./classes";

type Props = {
  /** Whose problems: the contact, or the person without one. */
  subjectId: string;
  /** Another one when a problem began or ended: the list is fetched again. */
  version: string;
};

/** Every problem event of the person, newest first, a page at a time, each with how it was closed. */
export function OlderProblems({ subjectId, version }: Props) {
  const t = useTranslations("chat.problems");
  const common = useTranslations("common");
  const { workspace, olderEvents } = usePanelHost();
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["w", workspace, "problems", subjectId],
    queryFn: ({ pageParam }) => olderEvents({ level: "problem", ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: OlderEvents) => page.next,
    enabled: isOpen,
    networkMode: "always",
  });
  const onVersion = useEffectEvent(() => isOpen && void refetch());
  // biome-ignore lint/correctness/useExhaustiveDependencies: The version says when, and is not used itself.
  useEffect(() => void onVersion(), [version]);
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={quietLink}>
        {t("older")}
      </button>
      {isOpen && (
        <ul aria-label={t("older")} className="mt-1 flex flex-col">
          {events.map((event) => (
            <OlderProblem key={event.id} event={event} />
          ))}
        </ul>
      )}
      {isOpen && error && (
        <p role="alert" className="text-problem text-xs">
          {error.message}{" "}
          <button type="button" className={quietLink} onClick={() => refetch()}>
            {common("tryAgain")}
          </button>
        </p>
      )}
      {isOpen && !error && (isFetching || hasNextPage) && (
        <button type="button" disabled={isFetching} onClick={() => fetchNextPage()} className={quietLink}>
          {isFetching && <Spinner />}
          {common("showMore")}
        </button>
      )}
    </div>
  );
}

function OlderProblem({ event: { event, properties, occurredAt, closedBy } }: { event: PanelEvent }) {
  const t = useTranslations("chat.problems");
  const line = lineOf(properties);
  const by = () => <bdi>{closedBy?.kind === "agent" ? closedBy.name : closedBy?.event}</bdi>;
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
