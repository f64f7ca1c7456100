"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";
import { useNow } from "@/components/time/use-now";
import { When } from "@/components/time/when";
import { Alert } from "@/components/ui/alert";
import { hourMs } from "@/lib/kernel/durations";
import type { Endpoint } from "./endpoint";

/** How long nothing succeeded before it is urgent. */
const urgentAfterMs = 48 * hourMs;

/** Why an endpoint is off, or since when it fails, when it is called next, and that it will be off. */
export function WebhookHealth({ endpoint: { disabledAt, disabledReason, failingSince, nextAttemptAt } }: { endpoint: Endpoint }) {
  const t = useTranslations("settings.webhooks");
  const now = useNow() ?? Date.now();
  if (disabledAt)
    return (
      <Alert tone={disabledReason === "hand" ? "warning" : "problem"}>
        {t.rich("off", { reason: disabledReason ?? "hand", time: () => <RelativeTime at={disabledAt} ago /> })}
      </Alert>
    );
  if (!failingSince) return null;
  return (
    <Alert tone={now - Date.parse(failingSince) < urgentAfterMs ? "warning" : "problem"}>
      <p>{t.rich("failing", { time: () => <When at={failingSince} /> })}</p>
      {nextAttemptAt && <p>{t.rich("nextAttempt", { time: () => <When at={nextAttemptAt} /> })}</p>}
      <p className="text-sm">{t("failingHint")}</p>
    </Alert>
  );
}
