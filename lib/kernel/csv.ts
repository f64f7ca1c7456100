/** Characters that a spreadsheet may read as the start of a formula, full-width and small forms included. */
const signs = "=+\\-@＝＋－＠﹦﹢﹣﹫−";
/** Characters that it may skip before them: spaces of any kind, invisible characters, quotation marks. */
const skipped = "\\s\\p{Cf}\"'`´‘’“”„«»＂＇";

// One class repeated, with nothing behind it that could fail: expressions that look for what follows begin anew at every character of a long
// run, which takes a time that grows with its square.
const run = new RegExp(`[;${skipped}]+`, "gu");
const isSign = new RegExp(`^[${signs}]`, "u");
const startsDangerously = new RegExp(`^[${skipped}]*[${signs}\\t\\r\\n]`, "u");

/**
 * The text made safe for a cell: an apostrophe before anything that could run as a formula makes it plain text. A formula may also start after a
 * separator: in some locales a spreadsheet splits cells at semicolons, and one that gets the file as text splits at tabs and line ends.
 */
export function escapeFormulas(text: string): string {
  const safe = text.replace(run, (found, at: number) => {
    if (!isSign.test(text.charAt(at + found.length))) return found;
    const separator = found.lastIndexOf(";") + 1;
    return `${found.slice(0, separator)}${separator > 0 ? "'" : ""}${found.slice(separator).replace(/[\t\r\n]/g, "$&'")}`;
  });
  return startsDangerously.test(text) ? `'${safe}` : safe;
}

/** What `escapeFormulas` made this text of: without the apostrophes that it has put there. A text that it has not made stays as it is. */
export function unescapeFormulas(text: string): string {
  if (!text.includes("'")) return text;
  const first = text.startsWith("'") && startsDangerously.test(text.slice(1)) ? text.slice(1) : text;
  const plain = first.replace(run, (found, at: number) => {
    if (!isSign.test(first.charAt(at + found.length))) return found;
    const separator = found.lastIndexOf(";") + 1;
    const behind = separator > 0 ? found.slice(separator).replace(/^'/, "") : found;
    return found.slice(0, separator) + behind.replace(/([\t\r\n])'/g, "$1");
  });
  return escapeFormulas(plain) === text ? plain : text;
}

/** A text, also where it looks like a number: whoever keeps to that reads what is quoted as text. */
export type QuotedText = { text: string };

/** RFC 4180: quoted where it must be, a quotation mark doubled. */
const cell = (given: string | QuotedText): string => {
  const safe = escapeFormulas(typeof given === "string" ? given : given.text);
  return typeof given !== "string" || /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a file, with its end. */
export const csvLine = (cells: readonly (string | QuotedText)[]): string => `${cells.map(cell).join(",")}\r\n`;

/** Tells a spreadsheet that the file is UTF-8; without it "Müller" is shown as "MÃ¼ller". */
export const byteOrderMark = "\ufeff";

/** What a response says of such a file. */
export const csvType = "text/csv; charset=utf-8";

/** The name of a file of a workspace that was made today. */
export const datedName = (what: string, slug: string, ending: string): string =>
  `${what}-${slug}-${new Date().toISOString().slice(0, 10)}.${ending}`;
