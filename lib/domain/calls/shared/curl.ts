export type Sent = { url: string; headers: readonly (readonly [name: string, value: string])[]; body: string };

// What a terminal would act on when it is pasted, or what would make the line read differently from what it is.
const unseen = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** One word for a POSIX shell, whatever the text. With unseen characters in it, a word for bash, zsh and ksh. */
export function quote(text: string): string {
  if (!unseen.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const bytes = [...new TextEncoder().encode(text)];
  // Octal with three digits is the one form that ends by itself; `!` is spared the history of an interactive shell.
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
  const words = [
    // As we read the address: curl would expand [1-9] and {a,b}, and tidy up dots in the path.
    `curl --globoff --path-as-is --http1.1 --request POST ${quote(new URL(url).href)}`,
    ...[...sent.map(headerArgument), ...removed].map((header) => `--header ${quote(header)}`),
    // Unlike --data, this takes a body that begins with @ as it is.
    `--data-raw ${quote(body)}`,
  ];
  return words.join(" \\\n  ");
}
