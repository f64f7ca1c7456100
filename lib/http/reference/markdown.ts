import { anchorOf, codeBlock, escapeHtml } from "./html";

/**
 * The part of Markdown that the reference is written in: headings, paragraphs, lists of one level, tables, fenced code, and in lines code,
 * bold text and links. Everything else is text: nothing of it becomes HTML.
 */
export function toHtml(markdown: string): string {
  const lines = markdown.split("\n");
  const html: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const [block, next] = blockAt(lines, at);
    if (block) html.push(block);
    at = next;
  }
  return html.join("\n");
}

const isItem = (line: string) => /^(?:- |\d+\. )/.test(line);
const beginsBlock = (line: string) => line.trim() === "" || /^(?:#{1,4} |```|\|)/.test(line) || isItem(line);

function blockAt(lines: readonly string[], at: number): [html: string, next: number] {
  const line = lines[at] ?? "";
  if (line.trim() === "") return ["", at + 1];
  const fence = /^```(\w*)/.exec(line);
  if (fence) {
    const end = lines.indexOf("```", at + 1);
    return [codeBlock(lines.slice(at + 1, end).join("\n"), fence[1] ?? ""), end + 1];
  }
  const heading = /^(#{1,4}) (.+)$/.exec(line);
  if (heading) return [headingHtml(heading[1]?.length ?? 1, heading[2] ?? ""), at + 1];
  const end = (isPart: (line: string) => boolean) => {
    const found = lines.slice(at + 1).findIndex((next) => !isPart(next));
    return found === -1 ? lines.length : at + 1 + found;
  };
  if (line.startsWith("|")) {
    const next = end((other) => other.startsWith("|"));
    return [tableHtml(lines.slice(at, next)), next];
  }
  if (isItem(line)) {
    const next = end((other) => isItem(other) || /^ +\S/.test(other));
    return [listHtml(lines.slice(at, next)), next];
  }
  const next = end((other) => !beginsBlock(other));
  return [`<p>${inline(lines.slice(at, next).join(" "))}</p>`, next];
}

/** A heading with a link to itself, which is found by its anchor. */
export function headingHtml(level: number, text: string, anchor = anchorOf(text.replaceAll("`", ""))): string {
  return `<h${level} id="${escapeHtml(anchor)}"><a href="#${escapeHtml(anchor)}">${inline(text)}</a></h${level}>`;
}

const cellsOf = (row: string) =>
  row
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll("\\|", "|")));

function tableHtml([head = "", , ...rows]: readonly string[]): string {
  const titles = cellsOf(head).map((cell) => `<th scope="col">${cell}</th>`);
  const body = rows.map(
    (row) =>
      `<tr>${cellsOf(row)
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr>`,
  );
  return `<div class="table" tabindex="0"><table><thead><tr>${titles.join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

function listHtml(lines: readonly string[]): string {
  const items: string[] = [];
  for (const line of lines) {
    if (isItem(line)) items.push(line.replace(/^(?:- |\d+\. )/, ""));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const tag = /^\d/.test(lines[0] ?? "") ? "ol" : "ul";
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${tag}>`;
}

/** Code, bold text and links to our own pages, to anchors, or over https. */
export const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : marks(escapeHtml(part))))
    .join("")
    .replace(/\[([^[\]]*)\]\(((?:https:\/\/|\/|#)[^()[\]\s]*)\)/g, (_, label: string, href: string) => `<a href="${href}">${label}</a>`);

const marks = (text: string) => text.replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");
