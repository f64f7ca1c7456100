import { identify as identifyVisitor } from "@/lib/channels/website/contract";
import * as identity from "@/lib/channels/website/identify";
import { EventInput, recordEvent } from "@/lib/context/events/contract";
import { wouldReach } from "@/lib/desk/reach";
import { errorMessages } from "@/lib/kernel/error-message";
import { AppError } from "@/lib/kernel/errors";
import { isObject } from "@/lib/kernel/shape";
import { likelyField } from "@/lib/workspace/request-log/likely";
import { parse } from "./parse";
import { type ApiRequest, nothingUnused } from "./request";

type Problem = { code: string; message: string };

/** The text as the body of a call, without a call. */
const requestOf = (text: string): ApiRequest => ({
  method: recordEvent.method,
  url: recordEvent.path,
  header: () => null,
  read: async (max) => {
    const bytes = Buffer.from(text);
    return bytes.byteLength > max ? "too_large" : bytes;
  },
  async *arriving() {
    yield Buffer.from(text);
  },
  from: {},
  sent: {},
  ...nothingUnused(),
});

const problemOf = (error: unknown): Problem => {
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, message: error.message };
};

/** Three parts in base64 with dots between them, as no JSON is. */
const isToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);

/** What a body of POST /api/v1/events, or an identify token of the website, would do. */
export async function inspect(workspaceId: string, text: string) {
  const token = text.trim();
  return isToken(token)
    ? { ...nothingFound, ...(await inspectToken(workspaceId, token)) }
    : { ...nothingFound, ...(await inspectEvent(workspaceId, text)) };
}

const nothingFound = { problems: [] as Problem[], ignored: [], outcome: null, identified: null };

async function inspectToken(workspaceId: string, token: string) {
  const [tooLong] = errorMessages(identifyVisitor.body.safeParse({ token }));
  if (tooLong !== undefined) return { problems: [{ code: "invalid_request", message: tooLong }] };
  const found = await identity.inspect(workspaceId, token).catch(problemOf);
  return "code" in found ? { problems: [found] } : { identified: found };
}

/**
 * The body is read as that of a call is read; the answer has every problem, where a call is answered
 * with the first one alone.
 */
async function inspectEvent(workspaceId: string, text: string) {
  const request = requestOf(text);
  const headers: Record<string, string> = {};
  const parsed = await parse(recordEvent, request, recordEvent.path, headers).catch(problemOf);
  const ignored = (headers["x-ignored-fields"] ?? "").split(", ").flatMap((name) => (name === "" ? [] : [nameOf(name, request)]));
  const hinted = (first: Problem) => ({ ...first, message: [first.message, ...request.unused.hints].join(" ") });
  if ("code" in parsed) return { problems: [hinted(parsed), ...others(request.sent.json, parsed)], ignored };
  const found = await wouldReach(workspaceId, parsed.body as EventInput).catch(problemOf);
  return "code" in found ? { problems: [found], ignored } : { ignored, outcome: found };
}

const nameOf = (name: string, { sent }: ApiRequest) => ({ name, field: likelyField(name, sent.fields ?? []) ?? null });

/** The problems behind the first one. Whether somebody is named at all is checked only in a body without others. */
function others(json: unknown, first: Problem): Problem[] {
  if (!isObject(json)) return [];
  const { userId, phone } = json;
  const named = userId === undefined && phone === undefined ? errorMessages(EventInput.safeParse({ event: "-" })) : [];
  const messages = new Set([...errorMessages(EventInput.safeParse(json)), ...named]);
  messages.delete(first.message);
  return [...messages].map((message) => ({ code: message.startsWith("userId ") ? "invalid_user_id" : "invalid_request", message }));
}
