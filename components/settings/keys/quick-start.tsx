import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import { CodeSample } from "./code-sample";

/** The first two calls, as commands. */
export type FirstCalls = { contact: string; event: string };

export function QuickStart({ calls }: { calls: FirstCalls }) {
  const t = useTranslations("settings.developers");
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
        <CodeSample title={t("contact")} text={calls.contact}>
          {t("contactHint")}
        </CodeSample>
        <CodeSample title={t("event")} text={calls.event}>
          {t("eventHint")}
        </CodeSample>
      </div>
    </Panel>
  );
}
