import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** A message as it arrived; `id` is the one that was answered, unless the call was refused or lost. */
type SentMessage = { body: Record<string, unknown>; recipient: string; id: string | undefined; token: string };
type Receipt = { message_id: string; typing_indicator?: object | undefined; token: string };
type Upload = { id: string; type: string; name: string; bytes: Buffer };

/** How the next message to somebody is answered. `late` answers only after `release`. */
type Play = { code: number; status?: number; message?: string } | "hang" | "reset" | "broken" | "late" | (() => void | Promise<void>);

/** A stand-in for Meta's Graph API. What is not as documented is refused, and stays in `violations`. */
export type GraphApi = {
  origin: string;
  violations: string[];
  /** To a phone or an id, in the order of arrival; also those that were refused. */
  messagesTo: (recipient: string) => SentMessage[];
  receipts: Receipt[];
  uploads: Upload[];
  /** What happens to the next messages to this recipient, one each. */
  play: (recipient: string, ...plays: Play[]) => void;
  release: () => void;
  /** Tokens that are not accepted any more. */
  expire: (token: string) => void;
  setTemplates: (templates: object[]) => void;
  /** Nothing listens at the address until `up`. */
  down: () => Promise<void>;
  up: () => Promise<void>;
  close: () => void;
};

const version = "v25.0";

const Text = z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() });
const Media = (more: z.ZodRawShape) => z.strictObject({ id: z.string().regex(/^\d+$/), caption: z.string().max(1024).optional(), ...more });
const Parameter = z.union([
  z.strictObject({ type: z.literal("text"), text: z.string().min(1), parameter_name: z.string().optional() }),
  z.strictObject({ type: z.literal("coupon_code"), coupon_code: z.string().min(1) }),
]);
const Component = z.union([
  z.strictObject({ type: z.enum(["header", "body"]), parameters: z.array(Parameter).min(1) }),
  z.strictObject({
    type: z.literal("button"),
    sub_type: z.enum(["url", "copy_code"]),
    index: z.string().regex(/^\d$/),
    parameters: z.array(Parameter).length(1),
  }),
]);
const Template = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]+$/),
  language: z.strictObject({ code: z.string() }),
  components: z.array(Component).min(1).optional(),
});
const ContactRequest = z.strictObject({
  type: z.literal("request_contact_info"),
  body: z.strictObject({ text: z.string().min(1).max(1024) }),
  action: z.strictObject({ name: z.literal("request_contact_info") }),
});
const common = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual"),
  /** Only a number: an id here would be accepted and lost. */
  to: z
    .string()
    .regex(/^\d{7,15}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  context: z.strictObject({ message_id: z.string().startsWith("wamid.") }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};
const Message = z
  .discriminatedUnion("type", [
    z.strictObject({ ...common, type: z.literal("text"), text: Text }),
    z.strictObject({ ...common, type: z.literal("image"), image: Media({}) }),
    z.strictObject({ ...common, type: z.literal("document"), document: Media({ filename: z.string().min(1) }) }),
    z.strictObject({ ...common, type: z.literal("template"), template: Template }),
    z.strictObject({ ...common, type: z.literal("interactive"), interactive: ContactRequest }),
  ])
  .refine(({ to, recipient }) => (to === undefined) !== (recipient === undefined), { error: "needs either to or recipient" });
const Receipt = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: z.string().startsWith("wamid."),
  typing_indicator: z.strictObject({ type: z.literal("text") }).optional(),
});

const accountId = "102290129340398";
export const businessAccountId = accountId;

export async function startGraphApi(): Promise<GraphApi> {
  const violations: string[] = [];
  const messages: SentMessage[] = [];
  const receipts: Receipt[] = [];
  const uploads: Upload[] = [];
  const plays = new Map<string, Play[]>();
  const expired = new Set<string>();
  const subscribed = new Set<string>();
  let templates: object[] = [];
  let held: (() => void)[] = [];

  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const fail = (
    response: ServerResponse,
    { code, status = 400, message = `(#${code}) played by the test` }: Exclude<Play, string | (() => unknown)>,
  ) => answer(response, status, { error: { message, type: "OAuthException", code, fbtrace_id: "AzTest" } });
  const rejectCall = (response: ServerResponse, what: string) => {
    violations.push(what);
    fail(response, { code: 100, message: what });
  };

  async function takeMessage(request: IncomingMessage, response: ServerResponse, { raw, token }: { raw: Buffer; token: string }) {
    const body = JSON.parse(raw.toString()) as Record<string, unknown>;
    if (body["status"] === "read") {
      const receipt = Receipt.safeParse(body);
      if (!receipt.success) return rejectCall(response, `a receipt: ${z.prettifyError(receipt.error)}`);
      receipts.push({ ...receipt.data, token });
      return answer(response, 200, { success: true });
    }
    const parsed = Message.safeParse(body);
    if (!parsed.success) return rejectCall(response, `a message: ${z.prettifyError(parsed.error)} in ${raw.toString()}`);
    const { to, recipient: userId } = parsed.data;
    const media =
      parsed.data.type === "image" ? parsed.data.image["id"] : parsed.data.type === "document" ? parsed.data.document["id"] : undefined;
    if (media !== undefined && !uploads.some(({ id }) => id === media)) return rejectCall(response, `an unknown file ${String(media)}`);
    const recipient = to ?? userId ?? "";
    const sent: SentMessage = { body, recipient, id: undefined, token };
    messages.push(sent);
    const play = plays.get(recipient)?.shift();
    if (play === "hang") return;
    if (play === "reset") return request.socket.resetAndDestroy();
    if (play === "broken") return response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad gateway</html>");
    if (play === "late") await new Promise<void>((resolve) => held.push(resolve));
    else if (typeof play === "function") await play();
    else if (play) return fail(response, play);
    sent.id = `wamid.${randomBytes(18).toString("base64url")}`;
    const contact = to === undefined ? { input: userId, user_id: userId } : { input: to, wa_id: to };
    answer(response, 200, { messaging_product: "whatsapp", contacts: [contact], messages: [{ id: sent.id }] });
  }

  async function takeUpload(request: IncomingMessage, response: ServerResponse, raw: Buffer) {
    const form = await new Response(new Uint8Array(raw), { headers: { "content-type": request.headers["content-type"] ?? "" } }).formData();
    const file = form.get("file");
    if (form.get("messaging_product") !== "whatsapp" || !(file instanceof File) || form.get("type") !== file.type)
      return rejectCall(response, "an upload without its fields");
    const id = String(1_000_000 + uploads.length);
    uploads.push({ id, type: file.type, name: file.name, bytes: Buffer.from(await file.arrayBuffer()) });
    return answer(response, 200, { id });
  }

  function listTemplates(response: ServerResponse, query: URLSearchParams) {
    if (query.get("fields") === null || query.get("status") !== "APPROVED")
      return rejectCall(response, "a list of templates without its fields");
    const from = Number(query.get("after") ?? 0);
    // Small pages, so that every list has several.
    const data = templates.slice(from, from + 2);
    const next =
      from + 2 < templates.length ? { next: "https://graph.facebook.com/next", cursors: { after: String(from + 2) } } : { cursors: {} };
    return answer(response, 200, { data, paging: next });
  }

  function subscribe(response: ServerResponse, method: string | undefined, token: string) {
    if (method === "GET")
      return answer(response, 200, { data: subscribed.has(token) ? [{ whatsapp_business_api_data: { id: "7" } }] : [] });
    subscribed.add(token);
    return answer(response, 200, { success: true });
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", "http://graph.test");
    const token = /^Bearer (EAA\S+)$/.exec(request.headers.authorization ?? "")?.[1];
    const [, called, node = "", edge = ""] = url.pathname.split("/");
    if (called !== version) return rejectCall(response, `version ${called}`);
    if (token === undefined || url.href.includes(token)) return rejectCall(response, "a token that is missing, or in the address");
    if (expired.has(token)) return fail(response, { code: 190, status: 401, message: `Error validating access token ${token}` });
    const route = `${request.method} ${edge}`;
    if (route === "POST messages" && request.headers["content-type"] === "application/json")
      return takeMessage(request, response, { raw, token });
    if (route === "POST media") return takeUpload(request, response, raw);
    if (route === "GET message_templates") return listTemplates(response, url.searchParams);
    if (edge === "subscribed_apps" && node === accountId) return subscribe(response, request.method, token);
    if (route === "GET ")
      return answer(response, 200, { id: node, display_phone_number: "+1 555-078-3881", verified_name: "Acme", quality_rating: "GREEN" });
    return rejectCall(response, `${request.method} ${url.pathname}`);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    violations,
    messagesTo: (recipient) => messages.filter((one) => one.recipient === recipient),
    receipts,
    uploads,
    play: (recipient, ...next) => void plays.set(recipient, [...(plays.get(recipient) ?? []), ...next]),
    release: () => {
      for (const resolve of held) resolve();
      held = [];
    },
    expire: (token) => void expired.add(token),
    setTemplates: (next) => {
      templates = next;
    },
    down: stop,
    up: () => listen(port),
    close: () => void stop(),
  };
}
