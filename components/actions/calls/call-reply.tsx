import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Panel } from "@/components/ui/panel";
import type { CallDetail } from "@/lib/actions/calls/contract";
import { HeaderRows } from "./header-rows";
import { RawText } from "./raw-text";

type CallReplyProps = { call: Pick<CallDetail, "state" | "replyStatus" | "replyHeaders" | "replyBody" | "resultBody" | "unshown"> };

/** The immediate response, and the result that the server reported later. */
export function CallReply({ call: { state, replyStatus, replyHeaders, replyBody, resultBody, unshown } }: CallReplyProps) {
  const t = useTranslations("calls.reply");
  return (
    <>
      <Panel title={t("title")} description={t("description")}>
        {replyStatus === null ? (
          <p className="text-soft">{t(`none.${state}`)}</p>
        ) : (
          <>
            <p className="mb-3 font-mono text-xs leading-5">{t("status", { status: String(replyStatus) })}</p>
            {unshown && (
              <Alert tone="warning" className="mb-3">
                {t(`unshown.${unshown.kind}`, { fields: unshown.fields })}
              </Alert>
            )}
            {replyHeaders && replyHeaders.length > 0 && <HeaderRows label={t("headers")} headers={replyHeaders} />}
            {replyBody ? <RawText label={t("body")} text={replyBody} /> : <p className="mt-3 text-soft text-sm">{t("noBody")}</p>}
          </>
        )}
      </Panel>
      {resultBody !== null && (
        <Panel title={t("result")} description={t("resultHint")}>
          <RawText label={t("resultBody")} text={resultBody} />
        </Panel>
      )}
    </>
  );
}
