import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Delivery } from "@/lib/chats/browser/store/outbox";

type Props = { delivery: Delivery; side: "left" | "right"; onRetry: () => void; onDiscard: () => void };

const link = "font-semibold text-text underline underline-offset-2";

/** The delivery state of a message or note; renders nothing once it is saved. */
export function Unsaved({ delivery, side, onRetry, onDiscard }: Props) {
  const t = useTranslations("chat.unsent");
  const common = useTranslations("common");
  if (delivery.state === "saved") return null;
  if (delivery.state === "sending") return <p className="mx-1 text-soft text-xs">{t("sending")}</p>;
  return (
    <div role="alert" className={`mx-1 flex flex-wrap items-center gap-x-2 text-xs ${side === "right" ? "justify-end" : ""}`}>
      <span className="flex items-center gap-1 text-problem">
        <TriangleAlert className="size-3.5 flex-none" />
        {t("failed", { reason: delivery.reason })}
      </span>
      <button type="button" className={link} onClick={onRetry}>
        {common("tryAgain")}
      </button>
      <button type="button" className={link} onClick={onDiscard}>
        {t("discard")}
      </button>
    </div>
  );
}
