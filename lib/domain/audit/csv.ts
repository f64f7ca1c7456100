/** What a spreadsheet may take for the beginning of a formula, in every width that it reads as one. */
const signs = "=+\\-@＝＋－＠﹦﹢﹣﹫−";
/** What it may skip before it: spaces of any kind, characters without a shape, quotation marks. */
const skipped = "[\\s\\p{Cf}\"'`´‘’“”„«»＂＇]*";
/**
 * A cell begins at its beginning; and behind a separator, since a spreadsheet of another country splits at semicolons,
 * and one that gets the file as text at tabs and line ends.
 */
const dangerous = new RegExp(`(?<=^|[;\\t\\r\\n])(?=${skipped}[${signs}])|^(?=${skipped}[\\t\\r\\n])`, "gu");

/** The text as it may stand in a cell: an apostrophe before what could be run as a formula makes it text again. */
export const defused = (text: string): string => text.replace(dangerous, "'");

/** RFC 4180: quoted where it must be, a quotation mark doubled. */
const cell = (text: string): string => {
  const safe = defused(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a file, with its end. */
export const line = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** Tells a spreadsheet that the file is UTF-8; without it "Müller" is shown as "MÃ¼ller". */
export const byteOrderMark = "\ufeff";
