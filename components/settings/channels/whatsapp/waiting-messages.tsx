import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { WhatsAppView } from "@/lib/channels/whatsapp/contract";

/** A tenth of what may wait: less is processed within seconds. */
const shownFrom = 0.1;

/** Says that much waits before the limit is reached, where Meta is put off. */
export function WaitingMessages({ waiting }: { waiting: WhatsAppView["waiting"] }) {
  const t = useTranslations("settings.whatsapp.waiting");
  if (!waiting || waiting.count < waiting.limit * shownFrom) return null;
  const isFull = waiting.count >= waiting.limit;
  return (
    <Alert tone={isFull ? "problem" : "warning"} className="mb-4">
      <p className="font-semibold">{t("title", { count: waiting.count })}</p>
      <p className="text-pretty">{t(isFull ? "full" : "text", { limit: waiting.limit })}</p>
    </Alert>
  );
}
