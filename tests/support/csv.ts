/** Parses RFC 4180 character by character into the cells of every line. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = 0;

  function quoted(): string {
    let cell = "";
    for (at += 1; ; at += 1) {
      if (at >= text.length) throw new Error("A quotation mark is not closed.");
      if (text[at] !== '"') cell += text[at];
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else {
        at += 1;
        return cell;
      }
    }
  }

  function unquoted(): string {
    const from = at;
    while (at < text.length && !/[",\r\n]/.test(text.charAt(at))) at += 1;
    return text.slice(from, at);
  }

  while (at < text.length) {
    cells.push(text[at] === '"' ? quoted() : unquoted());
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      at += 2;
      lines.push(cells);
      cells = [];
    } else throw new Error(`Neither a comma nor a line end at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
  }
  return lines;
}
