import { Panel } from "@/components/ui/panel";
import type { CallDetail, State } from "@/lib/domain/calls/contract";
import { HeaderRows } from "./header-rows";
import { RawText } from "./raw-text";

type CallReplyProps = { call: Pick<CallDetail, "state" | "replyStatus" | "replyHeaders" | "replyBody" | "resultBody"> };

const without: Record<State, string> = {
  sending: "There is no reply yet.",
  working: "The reply was not kept.",
  delivered: "The reply was not kept.",
  refused: "The reply was not kept.",
  failed: "No reply came, or none that could be read.",
  unknown: "No reply was seen.",
};

/** What came back at once, and what the server reported later. */
export function CallReply({ call: { state, replyStatus, replyHeaders, replyBody, resultBody } }: CallReplyProps) {
  return (
    <>
      <Panel title="Reply" description="What your server answered, up to 64 KiB; cookies and other credentials are not kept">
        {replyStatus === null ? (
          <p className="text-soft">{without[state]}</p>
        ) : (
          <>
            <p className="mb-3 font-mono text-xs leading-5">Status {replyStatus}</p>
            {replyHeaders && replyHeaders.length > 0 && <HeaderRows label="Headers of the reply" headers={replyHeaders} />}
            {replyBody ? <RawText label="Body of the reply" text={replyBody} /> : <p className="mt-3 text-soft text-sm">It had no body.</p>}
          </>
        )}
      </Panel>
      {resultBody !== null && (
        <Panel title="Result" description="What your server reported later">
          <RawText label="Body of the result" text={resultBody} />
        </Panel>
      )}
    </>
  );
}
