type Sent = { url: string; headers: readonly (readonly [name: string, value: string])[]; body: string };

// Control characters, which a terminal acts on when they are pasted, and invisible ones, which make a line look like another.
const invisible = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** Quotes any text as one word of a POSIX shell. With invisible characters in it, the word needs bash, zsh or ksh. */
export function quote(text: string): string {
  if (!invisible.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const bytes = [...new TextEncoder().encode(text)];
  // Three octal digits are the only escape of fixed length; `!` is escaped because interactive shells expand it as history.
  const plain = (byte: number) => byte >= 0x20 && byte < 0x7f && !["'", "\\", "!"].includes(String.fromCharCode(byte));
  return `$'${bytes.map((byte) => (plain(byte) ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`)).join("")}'`;
}

/** curl derives these from the address and the body. */
const derived = ["host", "content-length"];
/** curl would add these by itself. */
const ownHeaders = ["User-Agent", "Accept"];

const headerArgument = ([name, value]: readonly [string, string]): string => (value === "" ? `${name};` : `${name}: ${value}`);

/** A command that posts exactly this body with exactly these headers. */
export function curlOf({ url, headers, body }: Sent): string {
  const sent = headers.filter(([name]) => !derived.includes(name.toLowerCase()));
  const named = new Set(sent.map(([name]) => name.toLowerCase()));
  const removed = ownHeaders.filter((name) => !named.has(name.toLowerCase())).map((name) => `${name}:`);
  const parts = [
    // Posts to the address exactly as parsed: curl would expand [1-9] and {a,b}, and normalize dots in the path.
    `curl --globoff --path-as-is --http1.1 --request POST ${quote(new URL(url).href)}`,
    ...[...sent.map(headerArgument), ...removed].map((header) => `--header ${quote(header)}`),
    // Unlike --data, this sends a body that begins with @ unchanged.
    `--data-raw ${quote(body)}`,
  ];
  return parts.join(" \\\n  ");
}
