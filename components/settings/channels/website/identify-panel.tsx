import { useTranslations } from "next-intl";
import { type Sample, Samples } from "@/components/settings/channels/samples";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";

const pageCode = 'Beside("identify", { token });';

/** How a page says who is signed in: the token is made on the customer's server. */
export function IdentifyPanel({ samples }: { samples: Sample[] }) {
  const t = useTranslations("settings.website.identify");
  return (
    <Panel title={t("title")} description={t("description")}>
      <h3>{t("page")}</h3>
      <p className="mb-2 text-pretty text-soft text-sm">{t("pageHint")}</p>
      <div className="mb-5 flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised py-2 pe-2 ps-3">
        <code className="min-w-0 flex-1 basis-52 break-words font-mono text-sm">{pageCode}</code>
        <CopyButton text={pageCode} label={t("copyPage")} />
      </div>
      <h3>{t("server")}</h3>
      <p className="mb-2 text-pretty text-soft text-sm">{t("serverHint")}</p>
      <Samples
        samples={samples}
        label={t("languages")}
        describe={{ code: (language) => t("code", { language }), copy: (language) => t("copy", { language }) }}
      />
    </Panel>
  );
}
