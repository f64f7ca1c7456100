"use client";

import { useTranslations } from "next-intl";
import { useOrigin } from "@/components/settings/shared/use-origin";
import { Panel } from "@/components/ui/panel";
import { CodeSample } from "./code-sample";

const contactSample = (base: string) => `curl -X PUT ${base}/contacts/user_8841 \\
  -H "Authorization: Bearer $BESIDE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "name": "Ada Okafor", "email": "ada@example.com",
        "phone": "+44 7911 123456", "attributes": { "plan": "pro" } }'`;

const eventSample = (base: string) => `curl -X POST ${base}/events \\
  -H "Authorization: Bearer $BESIDE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "event": "Payment failed", "userId": "user_8841",
        "properties": { "amount": "59.90 EUR", "reference": "INV-2041" } }'`;

export function QuickStart({ guessedOrigin }: { guessedOrigin: string }) {
  const origin = useOrigin(guessedOrigin);
  const t = useTranslations("settings.developers");
  const base = `${origin}/api/v1`;

  return (
    <Panel
      title={t("quickStart")}
      description={t("quickStartHint")}
      action={
        <a href="/docs" className="font-medium text-accent text-sm underline underline-offset-2">
          {t("reference")}
        </a>
      }
    >
      <div className="grid gap-5">
        <CodeSample title={t("contact")} text={contactSample(base)}>
          {t("contactHint")}
        </CodeSample>
        <CodeSample title={t("event")} text={eventSample(base)}>
          {t("eventHint")}
        </CodeSample>
      </div>
    </Panel>
  );
}
