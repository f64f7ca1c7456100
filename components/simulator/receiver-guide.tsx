import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";

/** The labels of the demo's buttons, which are data, and how its receiver answers each. */
const answers = [
  { label: "Resend invoice", answer: "note" },
  { label: "Retry payment", answer: "event" },
  { label: "Refund order", answer: "failure" },
  { label: "Sync account", answer: "silence" },
] as const;

export type Answer = (typeof answers)[number]["answer"];

export function ReceiverGuide() {
  const t = useTranslations("simulator.guide");
  return (
    <Panel title={t("title")} description={t("description")}>
      <dl className="grid gap-3">
        {answers.map(({ label, answer }) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <dd className="text-sm text-soft">{t(`answers.${answer}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
