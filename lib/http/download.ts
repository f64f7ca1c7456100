import type { Contract } from "@/lib/kernel/contract";
import { log } from "@/lib/platform/log";
import { answered } from "./answered";
import { admit, type Call, headersFor, refuse } from "./endpoint";
import { fromRequest } from "./request";
import { toResponse } from "./response";

type File = { name: string; type: string; chunks: AsyncIterator<string> };

/**
 * An endpoint whose answer is a file, sent while it is read: it walks the steps of every endpoint, and a failure before
 * the first chunk is refused like any other. A later one cuts the file off, so that the browser sees that it is not whole.
 */
export function download<const C extends Contract>(contract: C, handle: (call: Call<C>) => Promise<File>) {
  const tell = answered(contract);
  async function route(request: Request): Promise<Response> {
    const [incoming, path, began] = [fromRequest(request), new URL(request.url).pathname, performance.now()];
    const headers = headersFor(incoming);
    try {
      const { name, type, chunks } = await handle(await admit(contract, { incoming, path, headers }));
      const first = await chunks.next();
      const kind = { "content-type": type, "content-disposition": `attachment; filename="${name}"`, "x-content-type-options": "nosniff" };
      tell({ incoming, path, reply: { status: contract.status, headers, text: "" }, began });
      return new Response(streamed(first, chunks), { status: contract.status, headers: { ...headers, ...kind } });
    } catch (error) {
      const reply = refuse(error, headers);
      tell({ incoming, path, reply, began });
      return toResponse(reply);
    }
  }
  return Object.assign(route, { contract });
}

/** The next chunk is read when the one before was taken: a slow reader fills no memory. */
function streamed(first: IteratorResult<string>, chunks: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  let next: IteratorResult<string> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await chunks.next());
          next = undefined;
          if (done) controller.close();
          else controller.enqueue(bytes.encode(value));
        } catch (error) {
          log.error({ error }, "a download was cut off");
          controller.error(error);
        }
      },
      cancel: async () => {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
