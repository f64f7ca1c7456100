import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { Why } from "@/components/desk/reach/why";
import { PropertyRows } from "@/components/desk/shared/property-rows";
import { When } from "@/components/time/when";
import type { Card } from "@/lib/chats/contract";
import { DigestCard } from "./digest-card";

/** An info event, a deleted one, or what went wrong before the chat. The customer never sees it. */
export const EventCard = memo(function EventCard({ card, at }: { card: Card; at: string }) {
  const t = useTranslations("chat.events");
  if (card.deleted) {
    return (
      <div className="mt-3 flex items-center gap-2 rounded-lg border border-line border-dashed px-3 py-2 text-soft text-xs">
        <span className="flex-1">{t("deleted")}</span>
        <When at={at} />
      </div>
    );
  }
  if ("digest" in card) return <DigestCard problems={card.digest} at={at} />;
  return (
    <div className="mt-3 rounded-lg border border-line bg-raised px-3 py-2.5">
      <div className="flex items-start gap-2">
        <span className="flex h-5 items-center">
          <Info aria-hidden className="size-4 text-soft" />
        </span>
        <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{card.event}</h2>
        <When at={card.occurredAt} className="text-soft text-xs/5" />
        <Why id={card.eventId} />
      </div>
      <PropertyRows properties={card.properties} />
    </div>
  );
});
