import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Fields = Record<string, unknown>;

/** What Meta keeps for a file: its bytes, or the status of its answer; or no answer ever comes. */
type Stored = { bytes: Buffer; type: string } | { status: number; body: Fields } | "silence";
export type MediaServer = {
  origin: string;
  put: (mediaId: string, stored: Stored) => void;
  /** The ids that were asked for, with the token. */
  asked: () => { mediaId: string; authorization: string | undefined }[];
  close: () => void;
};

/** The part of the Graph API from which files are fetched: first where a file is, then the file, each with the token. */
export async function startMediaServer(): Promise<MediaServer> {
  const files = new Map<string, Stored>();
  const asked: { mediaId: string; authorization: string | undefined }[] = [];
  const reply = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const [, kind = "", mediaId = ""] = /^\/(v[\d.]+|files)\/(\w+)/.exec(request.url ?? "") ?? [];
    const stored = files.get(mediaId);
    if (!authorization?.startsWith("Bearer EAA")) return reply(response, 401, { error: { code: 190, message: "No token." } });
    if (kind !== "files") asked.push({ mediaId, authorization });
    if (!stored) return reply(response, 400, { error: { code: 100, message: "Unsupported get request." } });
    if (stored === "silence") return undefined;
    if ("status" in stored) return reply(response, stored.status, stored.body);
    if (kind === "files") return response.writeHead(200, { "content-type": stored.type }).end(stored.bytes);
    const address = `${origin}/files/${mediaId}`;
    return reply(response, 200, {
      messaging_product: "whatsapp",
      url: address,
      mime_type: stored.type,
      file_size: stored.bytes.length,
      id: mediaId,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    put: (mediaId, stored) => void files.set(mediaId, stored),
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
