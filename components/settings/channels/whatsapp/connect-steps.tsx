import { useTranslations } from "next-intl";
import { Step } from "@/components/settings/channels/step";
import { CopyLine } from "@/components/settings/shared/copy-line";
import { Panel } from "@/components/ui/panel";
import { Pill } from "@/components/ui/pill";
import type { WhatsAppView } from "@/lib/channels/whatsapp/contract";
import { ConnectionCheck } from "./connection-check";
import { ConnectionForm } from "./connection-form";
import { FirstMessage } from "./first-message";

type State = "missing" | "paused" | "on" | "off";
const tones = { missing: "plain", paused: "bad", on: "good", off: "plain" } as const satisfies Record<State, unknown>;

function stateOf({ isConnected, pausedReason, isOn }: WhatsAppView): State {
  if (!isConnected) return "missing";
  if (pausedReason !== null) return "paused";
  return isOn ? "on" : "off";
}

const metaAddress = "https://developers.facebook.com/apps";

/** From an empty Meta account to the first message. */
export function ConnectSteps({ workspace, view }: { workspace: string; view: WhatsAppView }) {
  const t = useTranslations("settings.whatsapp.steps");
  const { isConnected, displayPhone, webhookUrl, verifyToken, firstMessageAt } = view;
  const state = stateOf(view);

  return (
    <Panel
      title={t("title")}
      description={displayPhone ? t("connectedAs", { phone: displayPhone }) : t("description")}
      action={<Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>}
      flush
    >
      <ol className="divide-y divide-line">
        <Step number={1} title={t("app.title")} isDone={isConnected}>
          <p className="max-w-[62ch] text-pretty text-soft">
            {t.rich("app.text", {
              link: (text) => (
                <a href={metaAddress} target="_blank" rel="noreferrer" className="font-medium text-accent underline underline-offset-2">
                  {text}
                </a>
              ),
            })}
          </p>
        </Step>
        <Step number={2} title={t("values.title")} isDone={isConnected}>
          <ConnectionForm workspace={workspace} view={view} />
        </Step>
        <Step number={3} title={t("webhook.title")} isDone={firstMessageAt !== null}>
          <p className="mb-3 max-w-[62ch] text-pretty text-soft">
            {t.rich("webhook.text", { code: (text) => <code className="font-mono">{text}</code> })}
          </p>
          <div className="grid gap-3">
            <CopyLine label={t("webhook.address")} text={webhookUrl} copyLabel={t("webhook.copyAddress")} />
            {verifyToken === null ? (
              <p className="text-soft text-sm">{t("webhook.noToken")}</p>
            ) : (
              <CopyLine label={t("webhook.token")} text={verifyToken} copyLabel={t("webhook.copyToken")} />
            )}
          </div>
        </Step>
        <Step number={4} title={t("check.title")}>
          {/* Keyed by the last change: findings hold only for the values that were checked. */}
          <ConnectionCheck key={view.updatedAt} workspace={workspace} isConnected={isConnected} />
        </Step>
        <Step number={5} title={t("first.title")} isDone={firstMessageAt !== null}>
          <FirstMessage isConnected={isConnected} receivedAt={firstMessageAt} />
        </Step>
      </ol>
    </Panel>
  );
}
