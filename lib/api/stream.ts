import { AppError } from "@/lib/errors";
import { once } from "@/lib/once";
import { listen, type Poke } from "@/lib/realtime";
import { authenticate } from "./authenticate";
import { cookieOf } from "./cookie";
import { headersFor, refuse } from "./endpoint";
import { fromRequest } from "./incoming";
import { toResponse } from "./reply";
import { isStillMember, sessionCookie } from "./session";

const tickMs = 15_000;
const path = "/api/w/{workspace}/stream";

/** Every open stream of this process, to be told when it stops. */
const house = () => once("streams", () => ({ open: new Set<() => void>(), isStopping: false }));

/**
 * One stream of server-sent events per tab: `ready`, then `poke` whenever something changed and `tick` every 15 seconds,
 * which is the heartbeat and the cure for a lost poke. A tick also finds a session that has ended.
 */
export async function stream(request: Request): Promise<Response> {
  const incoming = fromRequest(request);
  const headers = headersFor(incoming);
  try {
    const caller = await authenticate({ access: "session", path }, incoming, new URL(request.url).pathname);
    if (house().isStopping) throw new AppError("unavailable", "Beside is stopping. Connect again shortly.", { "retry-after": "1" });
    if (caller.access !== "session") throw new Error("A stream needs a session.");
    const { workspace } = caller;
    const isMember = () => isStillMember(cookieOf(incoming, sessionCookie), workspace.id);
    const kind = {
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
      "cache-control": "no-store, no-transform",
    };
    return new Response(pokes(workspace.id, isMember), { headers: { ...headers, ...kind } });
  } catch (error) {
    return toResponse(refuse(error, headers));
  }
}

const text = new TextEncoder();
const framed = (event: string, data: object) => text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
const frames = new WeakMap<Poke, Uint8Array>();

/** The same poke goes to every stream of a workspace, so it is written out once. */
function frameOf(what: Poke): Uint8Array {
  const known = frames.get(what) ?? framed("poke", what);
  frames.set(what, known);
  return known;
}

function pokes(workspaceId: string, isMember: () => Promise<boolean>): ReadableStream<Uint8Array> {
  let end = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (event: string) => controller.enqueue(framed(event, {}));
      const unlisten = listen(workspaceId, (what: Poke) => controller.enqueue(frameOf(what)));
      const tick = setInterval(() => {
        isMember().then(
          (member) => (member ? say("tick") : bye()),
          () => say("tick"),
        );
      }, tickMs);
      end = () => {
        unlisten();
        clearInterval(tick);
        house().open.delete(bye);
      };
      const bye = () => {
        say("bye");
        end();
        controller.close();
      };
      house().open.add(bye);
      say("ready");
    },
    cancel: () => end(),
  });
}

/** Ends every stream, so that the process can stop; the browsers come back by themselves. */
export function closeStreams(): void {
  house().isStopping = true;
  for (const bye of [...house().open]) bye();
}
