import { useTranslations } from "next-intl";
import { type Sample, Samples } from "@/components/settings/channels/samples";
import { CodeSample } from "@/components/settings/keys/code-sample";
import { useOrigin } from "@/components/settings/shared/use-origin";
import { Panel } from "@/components/ui/panel";

const tokenSample = (origin: string) => `curl -X POST ${origin}/api/v1/embed-tokens \\
  -H "Authorization: Bearer $BESIDE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "userId": "user_8841" }'`;

/** How another tool gets the address of its frame. */
export function EmbedSamples({ guessedOrigin, samples }: { guessedOrigin: string; samples: Sample[] }) {
  const origin = useOrigin(guessedOrigin);
  const t = useTranslations("settings.helpdesks.samples");
  return (
    <Panel title={t("title")} description={t("description")}>
      <div className="grid gap-5">
        <CodeSample title={t("token")} text={tokenSample(origin)}>
          {t("tokenHint")}
        </CodeSample>
        <div>
          <h3>{t("tools")}</h3>
          <p className="mb-2 text-pretty text-soft text-sm">{t("toolsHint")}</p>
          <Samples
            samples={samples}
            label={t("tool")}
            describe={{ code: (tool) => t("code", { tool }), copy: (tool) => t("copy", { tool }) }}
          />
        </div>
      </div>
    </Panel>
  );
}
