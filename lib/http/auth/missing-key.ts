import type { ApiRequest } from "@/lib/http/request";
import { apiKeyPrefix, hasCredential } from "@/lib/kernel/credentials";

const right = "Send your API key in the header “Authorization: Bearer <key>”.";
const made = "Keys are made in Settings, Developers.";

/** Where other APIs want a key. */
const otherHeaders = [
  "x-api-key",
  "api-key",
  "apikey",
  "x-auth-token",
  "x-access-token",
  "x-api-token",
  "x-authorization",
  "proxy-authorization",
];
const otherParameters = /[?&](api_?key|key|access_?token|token|auth(?:orization)?|bearer)=/i;

/** Why a call has no API key, and what to send instead. What was sent is not repeated: it may be the key. */
export function missingKeyMessage({ header, url }: Pick<ApiRequest, "header" | "url">): string {
  const sent = header("authorization")?.trim();
  if (sent === undefined) return withoutHeader({ header, url });
  if (sent === "" || /^bearer[\s:]*$/i.test(sent))
    return `The header “Authorization” has no key${sent === "" ? "" : " behind “Bearer”"}: the variable that holds it may be empty. ${right} ${made}`;
  if (/^bearer/i.test(sent)) return `Between “Bearer” and the key there must be a space, and nothing else. ${right}`;
  const [first = ""] = sent.split(/\s/, 1);
  if (first.includes(apiKeyPrefix) || (first === sent && (hasCredential(sent) || sent.length > 20)))
    return `The key stands alone in the header “Authorization”: put “Bearer” and a space in front of it. ${right}`;
  if (/^basic$/i.test(first)) return `You sent the scheme Basic, as curl -u does. The scheme is Bearer. ${right}`;
  const named = /^[A-Za-z-]{2,20}$/.test(first) && !hasCredential(first) ? `You sent the scheme ${first}. ` : "";
  return `${named}The scheme is Bearer. ${right}`;
}

function withoutHeader({ header, url }: Pick<ApiRequest, "header" | "url">): string {
  const other = otherHeaders.find((name) => header(name) !== null);
  if (other !== undefined) return `You sent a key in the header “${other}”, which is not read. ${right}`;
  if (otherParameters.test(url) || url.includes(apiKeyPrefix))
    return `You sent a key in the address, where logs keep it: revoke it. ${right} ${made}`;
  return `You sent no header “Authorization”. ${right} ${made}`;
}
