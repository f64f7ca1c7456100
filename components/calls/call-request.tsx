import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import type { CallDetail } from "@/lib/domain/calls/contract";
import { curlOf } from "@/lib/domain/calls/shared/curl";
import { HeaderRows } from "./header-rows";
import { RawText } from "./raw-text";

type CallRequestProps = { call: Pick<CallDetail, "url" | "requestHeaders">; body: string };

export function CallRequest({ call: { url, requestHeaders }, body }: CallRequestProps) {
  return (
    <Panel
      title="Request"
      description="As it was sent, byte for byte"
      action={
        requestHeaders && <CopyButton text={curlOf({ url, headers: requestHeaders, body })} label="Copy as curl" word="Copy as curl" />
      }
    >
      <p className="mb-3 break-all font-mono text-xs leading-5">POST {url}</p>
      {requestHeaders ? (
        <HeaderRows label="Headers of the request" headers={requestHeaders} />
      ) : (
        <p className="text-soft text-sm">Its headers were not kept.</p>
      )}
      <RawText label="Body of the request" text={body} />
      {requestHeaders && (
        <p className="mt-2 text-pretty text-soft text-xs">
          The curl command carries the signature and time of this sending, and no secret. A server that checks them refuses it five minutes
          after it was sent; “Resend” signs anew.
        </p>
      )}
    </Panel>
  );
}
