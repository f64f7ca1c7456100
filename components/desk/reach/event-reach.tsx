import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "@/components/time/moment";
import { LoadFailed } from "@/components/ui/load-failed";
import { Pill } from "@/components/ui/pill";
import { Skeleton } from "@/components/ui/skeleton";
import { reachQuery } from "@/lib/desk/reach/browser/queries";
import { ReachedChats } from "./reached-chats";

const bold = (chunks: ReactNode) => <b>{chunks}</b>;

/** Why an event is a problem or not, and which chats got its card and which did not and why, from what was true when it arrived. */
export function EventReach({ workspace, id }: { workspace: string; id: string }) {
  const t = useTranslations("chat.reach");
  const { data, error, isFetching, refetch } = useQuery(reachQuery(workspace, id));
  if (error) return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  const { event, level, levelReason, receivedAt, postedToConversations, posted, others, isCut, hasConflict } = data;
  const { by, word } = levelReason;
  const lastMessage = (time: () => ReactNode) => t.rich("lastMessage", { time });
  return (
    <div className="-mx-4 -mb-4">
      <div className="grid gap-1 px-4 pb-3">
        <p className="flex flex-wrap items-center gap-2">
          <Pill tone={level === "problem" ? "bad" : "plain"}>{t(`levels.${level}`)}</Pill>
          <b className="wrap-anywhere min-w-0">
            <bdi>{event}</bdi>
          </b>
          <span className="text-soft text-xs">{t.rich("arrived", { time: () => <Moment at={receivedAt} /> })}</span>
        </p>
        <p className="text-pretty text-soft text-sm">
          {by === "word" ? t.rich("byWord", { word: word ?? "", b: bold }) : t(by === "level" ? "byLevel" : "byNoWord")}
        </p>
      </div>
      <ReachedChats
        workspace={workspace}
        title={t("posted", { count: postedToConversations })}
        hasCard
        chats={posted}
        lastMessage={lastMessage}
      />
      {others.length > 0 && (
        <ReachedChats
          workspace={workspace}
          title={t("others", { count: others.length })}
          hasCard={false}
          chats={others.map((chat) => ({ ...chat, reason: t(`reasons.${chat.reason}`) }))}
          lastMessage={lastMessage}
        />
      )}
      <div className="grid gap-1 border-line px-4 py-3 text-pretty text-soft text-sm not-empty:border-t empty:hidden">
        {posted.length + others.length === 0 && <p>{t("none")}</p>}
        {isCut && <p>{t("cut")}</p>}
        {hasConflict && <p>{t("conflict")}</p>}
      </div>
    </div>
  );
}
