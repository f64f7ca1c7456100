import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Take = (body: string, id: string) => void;

export type Receiver = {
  origin: string;
  /** Is called with the body and the id of each webhook that is answered. */
  onWebhook: (take: Take) => void;
  close: () => void;
};

/** Below it no webhook is ever answered. */
export const silentPath = "/silent";

/** Servers of companies, which answer webhooks at once, or never. */
export async function startReceiver(): Promise<Receiver> {
  let take: Take = () => undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url?.startsWith(silentPath)) return;
    response.writeHead(204).end();
    take(Buffer.concat(chunks).toString(), String(request.headers["webhook-id"]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 1_024, resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onWebhook: (next) => {
      take = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
