import * as website from "@/lib/channels/website";
import { followVisitor } from "@/lib/channels/website/contract";
import { clientAddressOf, networkOf } from "@/lib/http/address";
import { authenticate } from "@/lib/http/auth/authenticate";
import { enforceNetworkLimit } from "@/lib/http/limits/enforce-rate-limit";
import { AppError } from "@/lib/kernel/errors";
import { type ChangeNotification, listen } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { type Admit, beginEvents, eventStream, type Sink } from "./event-stream";

/** Pages that are open at the same time, at this process. */
const [maxOfVisitor, maxOfNetwork] = [20, 1_000];

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** How many streams a visitor, and a network, has open in this process. */
    visitorStreams: Map<string, number>;
  }
}

const counts = () => singleton("visitorStreams", () => new Map());

const countOf = (counted: string): number => counts().get(counted) ?? 0;

function count(counted: string, change: 1 | -1): void {
  const left = countOf(counted) + change;
  if (left > 0) counts().set(counted, left);
  else counts().delete(counted);
}

type Visitor = { workspaceId: string; visitorId: string; network: string };

const admit: Admit = async (request, path) => {
  const caller = await authenticate(followVisitor, request, path);
  if (caller.access !== "widget") throw new Error("A visitor's stream needs a visitor.");
  await enforceNetworkLimit(followVisitor, request);
  const { workspaceId, visitorId } = caller;
  const network = `network:${networkOf(clientAddressOf(request.header))}`;
  if (countOf(visitorId) >= maxOfVisitor || countOf(network) >= maxOfNetwork)
    throw new AppError("rate_limited", "Too many pages are open. Close some.", { "retry-after": "60" });
  return (sink) => follow({ workspaceId, visitorId, network }, sink);
};

/**
 * One stream per page that a visitor has open: `ready`, then `change` whenever something of this visitor may have changed, and
 * `tick` every 15 seconds. It says nothing else: not what changed, nor anything about other chats. It ends when the chat on the
 * website is switched off. Returns a function that stops the stream.
 */
function follow({ workspaceId, visitorId, network }: Visitor, sink: Sink): () => void {
  let own: website.Watched | undefined;
  let watching = 0;
  let hasMissed = false;
  const onStop = () => {
    for (const unlisten of unlistens) unlisten();
    for (const counted of [visitorId, network]) count(counted, -1);
  };
  const events = beginEvents(sink, { onTick: checkAndTick, onStop, onGap: () => sendAndWatch("ready") });

  /** The visitor's chats change with their first message, and with each new chat. Until they are known, any change may be theirs. */
  async function watch(): Promise<void> {
    watching += 1;
    try {
      own = (await website.watched(workspaceId, visitorId)) ?? own;
    } finally {
      watching -= 1;
    }
    if (hasMissed) events.send("change");
    hasMissed = false;
  }
  function sendAndWatch(event: "ready" | "change"): void {
    events.send(event);
    // Without the database nothing changes; the next notification tries again.
    watch().catch(() => undefined);
  }
  function onChange(what: ChangeNotification): void {
    if (own && what.people?.includes(own.personId)) sendAndWatch("change");
    else if (watching > 0) hasMissed = true;
    else if (own && website.concerns(own, what)) events.send("change");
  }
  function checkAndTick(): void {
    website.isOn(workspaceId).then(
      (isOn) => (isOn ? events.send("tick") : events.bye()),
      () => events.send("tick"),
    );
  }
  const unlistens = [listen(workspaceId, onChange), listen(website.topicOf(visitorId), () => sendAndWatch("change"))];
  for (const counted of [visitorId, network]) count(counted, 1);
  sendAndWatch("ready");
  return events.stop;
}

export const visitorStream = eventStream(followVisitor, admit);
