import { credentialPattern, hasCredential } from "@/lib/kernel/credentials";
import { isUuid } from "@/lib/kernel/ids";
import { redactId, redactText } from "@/lib/kernel/redact";
import { likelyField } from "./likely";
import { maskedJson, maskedResults, maskedText, storedName } from "./masked";

/** A call as it is stored: of a refused one also what was sent and answered, without any of its values. */
export type Line = {
  workspaceId: string;
  id: string;
  method: string;
  path: string;
  userId: string | null;
  status: number;
  code: string | null;
  message: string | null;
  tookMs: number;
  requestId: string;
  keyId: string;
  at: string;
  /** Masked; null of a call that was not refused, and where nothing was read. */
  body: string | null;
  /** Masked, where it says more than code and message. */
  answer: string | null;
  /** The fields that were ignored, each as `user_id` or as `user_id>userId`, with the one that was probably meant; null for none. */
  ignored: string | null;
};

/** What a call sent, as far as it was read. */
export type SentBody = {
  /** Parsed, where it is JSON. */
  json?: unknown;
  /** The begin of what is no JSON. */
  text?: string;
  /** The names that the body may have. */
  fields?: readonly string[];
};

/** A finished call. `route` is the contract's path, `path` the one of the request. */
export type FinishedCall = {
  workspaceId: string;
  keyId: string;
  method: string;
  route: string;
  path: string;
  status: number;
  refused?: { code: string; message: string } | undefined;
  tookMs: number;
  requestId: string;
  sent?: SentBody;
  /** The header X-Ignored-Fields of the answer. */
  ignored?: string | undefined;
  answer?: string;
};

const contactPath = "/api/v1/contacts/{userId}";
const maxLength = 300;
const maxIgnored = 500;
const partlyRefused = 207;
const batchRefused = 422;
// 255 code points are at most twice as many UTF-16 units.
const maxUserId = 510;

/** Text that a column can store, without API keys and secrets that were sent in the wrong place. */
const storable = (text: string) => text.slice(0, maxLength).toWellFormed().replaceAll("\0", "").replace(credentialPattern, "$1…");

/** The userId in a path; null when no contact can have it. */
function userIdIn(path: string): string | null {
  try {
    const userId = decodeURIComponent(path.slice(contactPath.indexOf("{")));
    return userId.length <= maxUserId && userId.isWellFormed() && !userId.includes("\0") ? userId : null;
  } catch {
    return null;
  }
}

/** More often than anybody encodes by mistake. */
const maxEncodings = 4;

/** A part of a path as it was meant: without its encoding, however often it was encoded, also where some of it has none. */
function decoded(part: string): string {
  let plain = part;
  for (let left = maxEncodings; left > 0 && plain.includes("%"); left -= 1)
    plain = plain.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return plain;
}

/**
 * A key or secret, an e-mail address or a phone where an id was expected, or as one. A number of fewer digits is more likely an id, unless a
 * plus is in front of it. What is still encoded may be any of them.
 */
function isPersonal(part: string): boolean {
  const plain = decoded(part);
  if (/%[0-7][0-9a-f]/i.test(plain) || hasCredential(plain)) return true;
  const spaced = plain.replaceAll("/", " ");
  const isForm =
    plain.includes("@") || plain.replace(/\D/g, "").length >= 10 || /(?<!\w)\+|\b(?:bearer|basic) |\beyJ|_(?:live|test)_/i.test(spaced);
  return isForm && redactText(spaced) !== spaced;
}

/**
 * A path without the parts of it that name a person to everybody, without keys and secrets, and without what stands in the place of an id
 * of ours and is none.
 */
function withoutPeople(path: string, route: string): string {
  const wanted = route.split("/").map((part) => part.startsWith("{") && part !== "{userId}");
  const isHidden = (part: string, at: number) => (wanted[at] ? !isUuid(part) : isPersonal(part));
  return path
    .split("/")
    .map((part, at) => (isHidden(part, at) ? "…" : part))
    .join("/");
}

/** What a message quotes of the call or its file may name a person, and no deletion would find it here. */
const withoutQuotes = (message: string): string =>
  message.replace(/(; you sent )"(?:[^"\\]|\\.)*"/g, '$1"…"').replace(/(?<=^The headers of |is given to )(.*?)“.*”/s, "$1“…”");

/** Names of properties, attributes and parameters are the caller's, so they are stored as those in a body are. */
const ownNames = [
  /^([\w.[\]]*?\b(?:properties|attributes)\.)(.+)(?= (?:must|is not right:|is given to) )/s,
  /^(This list does not know the parameter )(.+)(?=\. (?:Did you mean \w+\? )?It takes )/s,
];
/** What is refused anywhere in a body, even in a field that nobody knows. */
const anyName =
  /^(The names in )?(.+)(?= (?:must be valid Unicode without NUL characters|must not have an entry named __proto__|must be a finite number|is a number that JSON cannot carry exactly; send it as a string)\.$)/s;

const withoutNames = (message: string): string =>
  anyName.test(message)
    ? message.replace(anyName, (_, before = "", path: string) => before + shownPath(path))
    : ownNames.reduce((text, own) => text.replace(own, (_, before: string, name: string) => before + (storedName(name) ?? "…")), message);

/** The objects of the API in which there are names, each of which may have a dot. */
const containers = /^(?:(?:event|values|properties|attributes)\.|(?:items|columns)\[\d+\]\.)/;

/** A path into a body: one name, but for the objects and lists around it. "The body", "the body" and the header are no names. */
function shownPath(path: string): string {
  if (/^[Tt]he body$/.test(path)) return path;
  const [around = ""] = containers.exec(path) ?? [];
  if (around) return around + shownPath(path.slice(around.length));
  const [name = "", ...indexes] = path.split(/(?=\[\d+\])/);
  return (storedName(name) ?? "…") + indexes.filter((index) => /^\[\d+\]$/.test(index)).join("");
}

/** More than any sentence of ours has. The expressions above begin anew at each quotation mark and each word that they know. */
const maxMessage = 2_000;
const clean = (message: string): string => (message.length > maxMessage ? "…" : storable(redactText(withoutNames(withoutQuotes(message)))));

/** The names in the header, as far as they are no values, each with the field that was probably meant. */
function ignoredOf(header: string, fields: readonly string[] = []): string {
  const names = header.split(", ").map((name) => {
    const own = name.replace(/^items\.(?:\d+\.)?/, "");
    const shown = storedName(own) ?? "…";
    const likely = likelyField(shown, fields);
    return `${own === name ? "" : "items."}${shown}${likely ? `>${likely}` : ""}`;
  });
  return [...new Set(names)].join(", ").slice(0, maxIgnored);
}

function bodyOf({ json, text }: SentBody): string | null {
  if (json !== undefined) return maskedJson(json);
  return text === undefined || text === "" ? null : maskedText(text);
}

/** The line of a call. A contact's userId is stored apart from the path, so that deleting the contact can remove it. */
export function lineOf(call: FinishedCall, id: string, at: Date): Line {
  const { workspaceId, keyId, method, route, path, status, refused, tookMs, requestId, sent = {}, ignored, answer } = call;
  const ownId = route.startsWith(contactPath) ? userIdIn(path.slice(0, path.length - (route.length - contactPath.length))) : null;
  const userId = ownId !== null && isPersonal(ownId) ? null : ownId;
  return {
    ...{ workspaceId, id, method, status, keyId },
    path: userId === null ? storable(withoutPeople(path, route)) : route,
    userId,
    code: refused?.code ?? null,
    message: refused ? clean(refused.message) : null,
    tookMs: Math.round(tookMs * 10) / 10,
    requestId: storable(redactId(requestId)),
    at: at.toISOString(),
    body: isRefusal(status) ? bodyOf(sent) : null,
    answer: (status === partlyRefused || status === batchRefused) && answer !== undefined ? maskedResults(answer, clean) : null,
    ignored: ignored ? ignoredOf(ignored, sent.fields) : null,
  };
}

/** A refusal of all or a part that the caller can do something about. */
const isRefusal = (status: number): boolean => status === partlyRefused || (status >= 400 && status < 500);

/** The path of the request. */
export const pathOf = ({ path, userId }: { path: string; userId: string | null }): string =>
  userId === null ? path : path.replace("{userId}", () => encodeURIComponent(userId));
