import { type Poke, listen } from "@/lib/realtime";
import { once } from "@/lib/once";
import { authenticate } from "./authenticate";
import { refuse } from "./endpoint";
import { requestIdOf } from "./request-id";
import { accountOf, membershipOf } from "./session";

const tickMs = 15_000;
const path = "/api/w/{workspace}/stream";

/** Every open stream of this process, to be told when it stops. */
const open = () => once("streams", () => new Set<() => void>());

/**
 * One stream of server-sent events per tab: `ready`, then `poke` whenever something changed and `tick` every 15 seconds,
 * which is the heartbeat and the cure for a lost poke. A tick also finds a session that has ended.
 */
export async function stream(request: Request): Promise<Response> {
  const headers = new Headers({ "x-request-id": requestIdOf(request), "cache-control": "no-store, no-transform" });
  try {
    const caller = await authenticate({ access: "session", path }, request, new URL(request.url).pathname);
    if (caller.access !== "session") throw new Error("A stream needs a session.");
    headers.set("content-type", "text/event-stream; charset=utf-8");
    headers.set("x-accel-buffering", "no");
    const cookie = request.headers.get("cookie") ?? "";
    const isMember = async () => {
      const account = await accountOf(/(?:^|; )beside\.session=([^;]+)/.exec(cookie)?.[1]);
      return account !== undefined && (await membershipOf(account, caller.workspace.slug)) !== undefined;
    };
    return new Response(pokes(caller.workspace.id, isMember), { headers });
  } catch (error) {
    return refuse(error, headers);
  }
}

function pokes(workspaceId: string, isMember: () => Promise<boolean>): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let end = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (event: string, data: object = {}) => controller.enqueue(text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      const unlisten = listen(workspaceId, (what: Poke) => say("poke", what));
      const tick = setInterval(() => {
        isMember().then(
          (member) => (member ? say("tick") : bye()),
          () => say("tick"),
        );
      }, tickMs);
      end = () => {
        unlisten();
        clearInterval(tick);
        open().delete(bye);
      };
      const bye = () => {
        say("bye");
        end();
        controller.close();
      };
      open().add(bye);
      say("ready");
    },
    cancel: () => end(),
  });
}

/** Ends every stream, so that the process can stop; the browsers come back by themselves. */
export function closeStreams(): void {
  for (const bye of [...open()]) bye();
}
