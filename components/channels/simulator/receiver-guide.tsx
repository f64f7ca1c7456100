import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import { demoResponses } from "./demo-buttons";

export function ReceiverGuide() {
  const t = useTranslations("simulator.guide");
  return (
    <Panel title={t("title")} description={t("description")}>
      <dl className="grid gap-3">
        {demoResponses.map(({ label, answer }) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <dd className="text-sm text-soft">{t(`answers.${answer}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
