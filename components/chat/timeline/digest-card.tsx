import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { ProblemButtons } from "@/components/chat/press/problem-buttons";
import { PropertyRows } from "@/components/chat/shared/property-rows";
import { Clock } from "@/components/time/clock";
import { RelativeTime } from "@/components/time/relative-time";
import type { Card } from "@/lib/domain/chats/contract";

type Problems = Extract<Card, { digest: unknown }>["digest"];

/** What went wrong in the 24 hours before the chat began, as its first item. The customer never sees it. */
export function DigestCard({ problems, at }: { problems: Problems; at: string }) {
  const t = useTranslations("chat.digest");
  return (
    <li className="mt-3 self-stretch rounded-lg border border-problem-line bg-problem-soft px-3 py-2.5">
      <div className="flex items-start gap-2">
        <TriangleAlert className="mt-0.5 size-4 flex-none text-problem" />
        <h2 className="min-w-0 flex-1 font-semibold text-problem">{t("title", { count: problems.length })}</h2>
        <span className="text-soft text-xs/5">
          <Clock at={at} />
        </span>
      </div>
      <ul className="mt-2 flex flex-col gap-2">
        {problems.map(({ eventId, event, properties, occurredAt }) => (
          <li key={eventId} className="rounded-md border border-problem-line bg-surface px-3 py-2">
            <div className="flex gap-2">
              <h3 className="min-w-0 flex-1 font-semibold text-problem wrap-anywhere">{event}</h3>
              <span className="text-soft text-xs/5">
                <RelativeTime at={occurredAt} />
              </span>
            </div>
            <PropertyRows properties={properties} />
            <ProblemButtons about={{ id: eventId, event, properties }} />
          </li>
        ))}
      </ul>
    </li>
  );
}
