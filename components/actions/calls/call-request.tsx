import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import type { CallDetail } from "@/lib/actions/calls/contract";
import { signCall } from "@/lib/actions/calls/endpoints";
import { curlOf } from "@/lib/actions/calls/shared/curl";
import { call as callApi } from "@/lib/browser/call";
import { HeaderRows } from "./header-rows";
import { RawText } from "./raw-text";

type CallRequestProps = { workspace: string; call: Pick<CallDetail, "id" | "url" | "requestHeaders">; body: string };

export function CallRequest({ workspace, call: { id, url, requestHeaders }, body }: CallRequestProps) {
  const t = useTranslations("calls.request");
  // Signed when it is copied: a server takes it for five minutes.
  const local = async () => curlOf(await callApi(signCall, { params: { workspace, callId: id }, body: {} }));
  return (
    <Panel
      title={t("title")}
      description={t("description")}
      action={
        <>
          <CopyButton text={local} label={t("copyLocal")} word={t("copyLocal")} />
          {requestHeaders && <CopyButton text={curlOf({ url, headers: requestHeaders, body })} label={t("copy")} word={t("copy")} />}
        </>
      }
    >
      <p className="mb-3 break-all font-mono text-xs leading-5">POST {url}</p>
      {requestHeaders ? (
        <HeaderRows label={t("headers")} headers={requestHeaders} />
      ) : (
        <p className="text-soft text-sm">{t("noHeaders")}</p>
      )}
      <RawText label={t("body")} text={body} />
      {requestHeaders && <p className="mt-2 text-pretty text-soft text-xs">{t("curlHint")}</p>}
      <p className="mt-2 text-pretty text-soft text-xs">{t("localHint")}</p>
    </Panel>
  );
}
