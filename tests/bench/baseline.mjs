/**
 * A hand-written server for comparison: node:http and pg, the same statements, one a request, prepared and pooled. Each key is
 * looked up in the database once a second. It guarantees less (no limit, no idempotency, hardly any validation).
 */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import pg from "pg";

const statements = JSON.parse(readFileSync(process.env.STATEMENTS, "utf8"));
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const keyCache = new Map();

async function workspaceOf(key) {
  const cached = keyCache.get(key);
  if (cached && cached.until > Date.now()) return cached.id;
  const hash = createHash("sha256").update(key).digest("base64url");
  const { rows } = await pool.query({ name: "key", text: "select workspace_id from api_key where hash = $1", values: [hash] });
  const id = rows[0]?.workspace_id;
  keyCache.set(key, { id, until: Date.now() + 1000 });
  return id;
}

const reply = (response, status, body) => {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) }).end(text);
};

/** The open streams of each workspace. */
const streams = new Map();
function openStream(workspaceId, response) {
  const open = streams.get(workspaceId) ?? new Set();
  streams.set(workspaceId, open.add(response));
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders();
  response.once("close", () => open.delete(response));
}

/** Reads the cards of an event and writes them to the streams of its workspace. */
async function showCards(workspaceId, eventId) {
  const open = streams.get(workspaceId);
  if (!open?.size) return;
  const text = "select to_jsonb(i) as item from chat_item i where i.workspace_id = $1 and i.event_id = $2";
  const { rows } = await pool.query({ name: "cards", text, values: [workspaceId, eventId] });
  const frame = `event: change\ndata: ${JSON.stringify(rows.map(({ item }) => item))}\n\n`;
  for (const response of open) response.write(frame);
}

const prefix = "/api/v1/contacts/";

createServer(async (request, response) => {
  try {
    const workspaceId = await workspaceOf((request.headers.authorization ?? "").slice(7));
    if (!workspaceId) return reply(response, 401, { error: { code: "invalid_key" } });
    if (request.url === "/stream") return openStream(workspaceId, response);
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : {};
    const userId = decodeURIComponent(request.url.slice(prefix.length));
    if (request.method === "GET") {
      const { rows } = await pool.query({ name: "get", text: statements.get, values: [JSON.stringify([{ workspaceId, userId }])] });
      const { i: _, linkedChats, events, ...contact } = rows[0];
      return reply(response, 200, { contact, linkedChats, events });
    }
    if (request.method === "PUT") {
      const { attributes = {}, ...fields } = sent;
      const values = [workspaceId, randomUUID(), userId, JSON.stringify(fields), JSON.stringify(attributes), "1500"];
      const { rows } = await pool.query({ name: "put", text: statements.put, values });
      const { created, linkedChats, id: _, ...contact } = rows[0];
      return reply(response, 200, { contact, linkedChats, created });
    }
    if (typeof sent.event !== "string" || typeof sent.userId !== "string")
      return reply(response, 400, { error: { code: "invalid_request" } });
    const job = {
      workspaceId,
      id: randomUUID(),
      newContactId: randomUUID(),
      userId: sent.userId,
      event: sent.event,
      level: /fail|declin|reject/i.test(sent.event) ? "problem" : "info",
      properties: sent.properties ?? {},
      waitedMs: 0,
    };
    const { rows } = await pool.query({ name: "record", text: statements.record, values: [JSON.stringify([job]), "1500"] });
    const { id, event, level, occurredAt, postedToConversations } = rows[0];
    reply(response, 201, { id, event, level, occurredAt, postedToConversations });
    if (postedToConversations > 0) await showCards(workspaceId, id);
  } catch (error) {
    return reply(response, 500, { error: { code: "internal_error", message: String(error) } });
  }
}).listen(Number(process.env.PORT), "127.0.0.1", () => process.stdout.write("Beside is ready\n"));
