import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { ProblemButtons } from "@/components/chat/press/problem-buttons";
import { ProblemMark } from "@/components/chat/shared/problem-mark";
import { PropertyRows } from "@/components/chat/shared/property-rows";
import { Clock } from "@/components/time/clock";
import type { Card } from "@/lib/domain/chats/contract";
import { DigestCard } from "./digest-card";

/** An event in the timeline. The customer never sees it. */
export const EventCard = memo(function EventCard({ card, at }: { card: Card; at: string }) {
  const t = useTranslations("chat.events");
  if (card.deleted) {
    return (
      <li className="mt-3 flex items-center gap-2 self-stretch rounded-lg border border-line border-dashed px-3 py-2 text-soft text-xs">
        <span className="flex-1">{t("deleted")}</span>
        <Clock at={at} />
      </li>
    );
  }
  if ("digest" in card) return <DigestCard problems={card.digest} at={at} />;
  const isProblem = card.level === "problem";
  return (
    <li
      className={`mt-3 self-stretch rounded-lg border px-3 py-2.5 ${isProblem ? "border-problem-line bg-problem-soft" : "border-line bg-raised"}`}
    >
      <div className="flex items-start gap-2">
        <span className="flex h-5 items-center">{isProblem ? <ProblemMark /> : <Info className="size-4 text-soft" />}</span>
        <h2 className={`min-w-0 flex-1 font-semibold wrap-anywhere ${isProblem ? "text-problem" : ""}`}>{card.event}</h2>
        <span className="text-soft text-xs/5">
          <Clock at={card.occurredAt} />
        </span>
      </div>
      <PropertyRows properties={card.properties} />
      {isProblem && card.eventId && <ProblemButtons about={{ id: card.eventId, event: card.event, properties: card.properties }} />}
    </li>
  );
});
