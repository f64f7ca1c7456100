/** Names and values in the order in which they came; a JSON object in the database would lose it. */
export type HeaderList = [name: string, value: string][];

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
