import { useTranslations } from "next-intl";
import { Moment } from "@/components/time/moment";
import { Link } from "@/components/ui/link";
import { Pill } from "@/components/ui/pill";
import { useShownName } from "@/components/ui/use-shown-name";
import type { CallDetail } from "@/lib/actions/calls/contract";
import { CallState } from "./call-state";
import { ResendCall } from "./resend-call";

export function CallHead({ workspace, call }: { workspace: string; call: CallDetail }) {
  const t = useTranslations("calls.head");
  const nameOf = useShownName();
  const { label, isResend, agentName, displayName, chatId, startedAt } = call;
  return (
    <header className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="wrap-anywhere text-xl">{label}</h1>
          <CallState call={call} />
          {isResend && <Pill>{t("resent")}</Pill>}
        </div>
        <p className="wrap-anywhere mt-1 text-soft">
          {t.rich(isResend ? "resentBy" : "pressedBy", {
            agent: agentName,
            person: nameOf(displayName),
            b: (text) => <bdi>{text}</bdi>,
            chat: (text) => (
              <Link
                href={`/${workspace}/chats/${chatId}`}
                className="rounded-sm font-medium text-text underline decoration-line underline-offset-2 hover:decoration-current"
              >
                <bdi>{text}</bdi>
              </Link>
            ),
            time: () => <Moment at={startedAt} />,
          })}
        </p>
      </div>
      <ResendCall workspace={workspace} call={call} />
    </header>
  );
}
