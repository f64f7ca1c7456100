"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DisconnectedStrip } from "@/components/shell/disconnected-strip";
import { Alert } from "@/components/ui/alert";
import { BackLink } from "@/components/ui/back-link";
import { callQuery, callsKey } from "@/lib/actions/calls/browser/queries";
import type { CallDetail } from "@/lib/actions/calls/contract";
import { useLiveQueries } from "@/lib/browser/use-live-queries";
import { CallHead } from "./call-head";
import { CallOutcome } from "./call-outcome";
import { CallReply } from "./call-reply";
import { CallRequest } from "./call-request";
import { DeliveryAttempts } from "./delivery-attempts";

/** One call, updated live. */
export function CallView({ workspace, initial }: { workspace: string; initial: CallDetail }) {
  const t = useTranslations("calls.view");
  const { data: call } = useQuery({ ...callQuery(workspace, initial.id), initialData: initial });
  const { away } = useLiveQueries(workspace, callsKey(workspace), "calls");

  return (
    <>
      <BackLink href={`/${workspace}/settings/actions/calls`}>{t("all")}</BackLink>
      <CallHead workspace={workspace} call={call} />
      {call.requestBody === null && (
        <Alert tone="warning" className="mb-4">
          {t("deleted")}
        </Alert>
      )}
      <CallOutcome workspace={workspace} call={call} />
      {call.sendings.length > 1 && <DeliveryAttempts workspace={workspace} call={call} />}
      {call.requestBody !== null && <CallRequest workspace={workspace} call={call} body={call.requestBody} />}
      {call.requestBody !== null && <CallReply call={call} />}
      {away && <DisconnectedStrip />}
    </>
  );
}
