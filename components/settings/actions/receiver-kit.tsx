import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import { Tabs } from "@/components/ui/tabs";
import type { Button } from "@/lib/actions/buttons/contract";
import { fill, type Template } from "@/lib/actions/receivers/shared/fill";
import { ReceiverCode } from "./receiver-code";

/** The receivers of examples/receivers, with a case for each of the workspace's buttons. */
export function ReceiverKit({ templates, buttons }: { templates: Template[]; buttons: Button[] }) {
  const t = useTranslations("settings.receiver");
  return (
    <Panel title={t("title")} description={t("description")}>
      <Tabs
        label={t("languages")}
        tabs={templates.map(({ id, name, path, text }) => ({
          id,
          name,
          content: <ReceiverCode name={name} path={path} code={fill(text, buttons)} />,
        }))}
      />
    </Panel>
  );
}
