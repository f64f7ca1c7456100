import { sign } from "./signature";

/** Names and values in the order in which they came; a JSON object in the database would lose it. */
export type HeaderList = [name: string, value: string][];

type ToSign = { secrets: readonly string[]; deliveryId: string; at: Date; body: Buffer | string };

/** The headers of a call, apart from those that every request has (spec §5). */
export const signedHeaders = ({ secrets, deliveryId, at, body }: ToSign) => ({
  "Content-Type": "application/json",
  "X-Service-Delivery": deliveryId,
  ...sign(secrets, Math.floor(at.getTime() / 1000), body),
});

const credential = /cookie|auth|token|secret|session|passw|credential|signature|jwt|csrf|xsrf|(^|-)key(-|$)|(^|-)sid(-|$)/i;
const address = /^(location|content-location|refresh|link)$/i;

/** A reply's headers as they are logged: values that may be credentials are left out. */
export const withoutCredentials = (headers: Readonly<Record<string, string>>): HeaderList =>
  Object.entries(headers).map(([name, value]) => [name, loggedValue(name, value).replaceAll("\0", "")]);

function loggedValue(name: string, value: string): string {
  if (credential.test(name)) return "[not kept]";
  // A redirect's address may carry a token, or a name and a password.
  return address.test(name) ? value.replace(/\/\/[^/?#@\s]*@/g, "//[not kept]@").replace(/[?#][^\s>;,]*/g, "?[not kept]") : value;
}
