"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";
import { useNow } from "@/components/time/use-now";
import { Alert } from "@/components/ui/alert";
import { hourMs } from "@/lib/kernel/durations";
import type { Endpoint } from "./endpoint";

/** How long nothing succeeded before its admins read of it, and before they read that it is urgent. */
const [noticeAfterMs, urgentAfterMs] = [24 * hourMs, 48 * hourMs];

/** Why an endpoint is off, or that it will be. */
export function WebhookHealth({ endpoint: { disabledAt, disabledReason, failingSince } }: { endpoint: Endpoint }) {
  const t = useTranslations("settings.webhooks");
  const now = useNow() ?? Date.now();
  if (disabledAt)
    return (
      <Alert tone={disabledReason === "hand" ? "warning" : "problem"}>
        {t.rich("off", { reason: disabledReason ?? "hand", time: () => <RelativeTime at={disabledAt} ago /> })}
      </Alert>
    );
  if (!failingSince || now - Date.parse(failingSince) < noticeAfterMs) return null;
  return (
    <Alert tone={now - Date.parse(failingSince) < urgentAfterMs ? "warning" : "problem"}>
      {t.rich("failing", { time: () => <RelativeTime at={failingSince} ago /> })}
    </Alert>
  );
}
