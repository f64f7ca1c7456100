import { AsyncResource } from "node:async_hooks";
import type { Contract } from "@/lib/kernel/contract";
import { currentWorkspace, inOpenRequest } from "@/lib/platform/db/on-behalf";
import { inChunks } from "@/lib/platform/event-loop";
import { log } from "@/lib/platform/log";
import { afterResponse } from "./after-response";
import { admit, type Call, errorResponse, headersFor } from "./endpoint";
import { chunksInTurn } from "./limits/download-turns";
import { fromRequest } from "./request";
import { toResponse } from "./response";

/** `parts` are short, such as lines: others are served between them. */
type File = { name: string; type: string; parts: AsyncIterator<string> };

/**
 * An endpoint whose response is a file, streamed while it is read, in turn by workspace: it takes the steps of every endpoint, and a failure before
 * the first chunk is an error response like any other. A later one aborts the stream, so that the browser sees an incomplete
 * file.
 */
export function download<const C extends Contract>(contract: C, handle: (call: Call<C>) => Promise<File>) {
  const recordResponse = afterResponse(contract);
  async function open(sent: Request): Promise<Response> {
    const [request, path, began] = [fromRequest(sent), new URL(sent.url).pathname, performance.now()];
    const headers = headersFor(request);
    try {
      const file = await handle(await admit(contract, { request, path, headers }));
      const { name, type } = file;
      const chunks = chunksInTurn(currentWorkspace(), inChunks(file.parts));
      const first = await chunks.next();
      const kind = { "content-type": type, "content-disposition": `attachment; filename="${name}"`, "x-content-type-options": "nosniff" };
      recordResponse({ request, path, reply: { status: contract.status, headers, text: "" }, began });
      return new Response(streamed(first, chunks), { status: contract.status, headers: { ...headers, ...kind } });
    } catch (error) {
      const reply = errorResponse(error, headers);
      recordResponse({ request, path, reply, began });
      return toResponse(reply);
    }
  }
  const route = (sent: Request) => inOpenRequest(() => open(sent));
  return Object.assign(route, { contract });
}

/** The next chunk is read when the previous one was consumed: a slow reader fills no memory. */
function streamed(first: IteratorResult<string>, chunks: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  // Whoever reads the stream calls for the next chunk: it is still read as one of this call.
  const read = AsyncResource.bind(() => chunks.next());
  let next: IteratorResult<string> | undefined = first;
  let isAbandoned = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await read());
          next = undefined;
          if (isAbandoned) return;
          if (done) controller.close();
          else controller.enqueue(bytes.encode(value));
        } catch (error) {
          if (isAbandoned) return;
          log.error({ error }, "a download was cut off");
          controller.error(error);
        }
      },
      cancel: async () => {
        isAbandoned = true;
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
