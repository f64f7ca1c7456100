import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { ApiRequest } from "@/lib/domain/request-log/contract";

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="wrap-anywhere min-w-0">{children}</dd>
  </>
);

/** What is known of one call. What was sent is not kept. */
export function RequestFacts({ request: { path, message, createdAt, tookMs, requestId, key } }: { request: ApiRequest }) {
  return (
    <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-4 pt-1 pb-4 text-sm md:pl-11">
      {message !== null && <Fact name="Said">{message}</Fact>}
      <Fact name="Path">
        <code className="font-mono">{path}</code>
        {path.includes("{userId}") && <span className="text-soft"> (the contact was deleted, and their name with them)</span>}
      </Fact>
      <Fact name="When">
        <time dateTime={createdAt} className="tabular-nums">
          {createdAt.replace("T", " ").replace("Z", " UTC")}
        </time>
      </Fact>
      <Fact name="Took">{tookMs.toFixed(1)} ms</Fact>
      <Fact name="Key">{key ? `${key.name} (…${key.lastFour})` : "one that was revoked"}</Fact>
      <Fact name="Request id">
        <span className="flex items-center gap-1">
          <code className="wrap-anywhere min-w-0 font-mono">{requestId}</code>
          <CopyButton text={requestId} label="Copy request id" />
        </span>
      </Fact>
    </dl>
  );
}
