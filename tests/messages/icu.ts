/** What the values of an argument are: a text written as it is, a number, a choice, or a time. */
type ArgumentKind = "text" | "number" | "select" | "time";
export type Choice = { argument: string; kind: "plural" | "select"; cases: string[] };
/** What a message takes from the code, and the choices that it makes. */
export type Shape = { arguments: Map<string, ArgumentKind>; tags: Set<string>; choices: Choice[]; words: string };

type Reader = { text: string; at: number; shape: Shape };

const kinds: Record<string, ArgumentKind> = {
  number: "number",
  plural: "number",
  selectordinal: "number",
  select: "select",
  date: "time",
  time: "time",
};

const rest = ({ text, at }: Reader): string => text.slice(at);

function take(reader: Reader, pattern: RegExp): string {
  const found = new RegExp(pattern.source, "uy");
  found.lastIndex = reader.at;
  const [all = ""] = found.exec(reader.text) ?? [];
  reader.at += all.length;
  return all;
}

function expect(reader: Reader, character: string): void {
  if (reader.text[reader.at] !== character) throw new Error(`expected “${character}” before “${rest(reader).slice(0, 20)}”`);
  reader.at += 1;
}

/** An apostrophe before a brace or a tag quotes up to the next one; two of them are one. */
function readApostrophe(reader: Reader): void {
  reader.at += 1;
  const next = reader.text[reader.at];
  if (next === "'") reader.at += 1;
  else if (next !== undefined && "{}<>#".includes(next)) {
    const end = reader.text.indexOf("'", reader.at);
    reader.at = end < 0 ? reader.text.length : end + 1;
  }
}

function readCases(reader: Reader, choice: Choice): void {
  take(reader, /\s*(offset:\d+\s*)?/);
  while (reader.text[reader.at] !== "}") {
    const name = take(reader, /[^\s{}]+/);
    if (!name) throw new Error(`expected a case before “${rest(reader).slice(0, 20)}”`);
    choice.cases.push(name);
    take(reader, /\s*/);
    expect(reader, "{");
    readMessage(reader);
    reader.shape.words += " ";
    expect(reader, "}");
    take(reader, /\s*/);
  }
}

function readArgument(reader: Reader): void {
  expect(reader, "{");
  const name = take(reader, /\s*[\w-]+\s*/).trim();
  const type = reader.text[reader.at] === "," ? take(reader, /,\s*\w+\s*/).replace(/[\s,]/g, "") : "";
  const kind = type === "" ? "text" : kinds[type];
  if (!name || !kind) throw new Error(`cannot read the argument before “${rest(reader).slice(0, 20)}”`);
  // A number that is also written as it is stays a number.
  const known = reader.shape.arguments.get(name);
  reader.shape.arguments.set(name, kind === "text" && known ? known : kind);
  if (type === "plural" || type === "selectordinal" || type === "select") {
    expect(reader, ",");
    const choice: Choice = { argument: name, kind: type === "select" ? "select" : "plural", cases: [] };
    reader.shape.choices.push(choice);
    readCases(reader, choice);
  } else take(reader, /(,[^{}]*)?/);
  expect(reader, "}");
}

function readMessage(reader: Reader): void {
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at];
    if (character === "}") return;
    if (character === "{") readArgument(reader);
    else if (character === "'") readApostrophe(reader);
    else if (character === "<") {
      const tag = take(reader, /<\/?\w+>/);
      if (tag) reader.shape.tags.add(tag.replace(/[</>]/g, ""));
      else reader.at += 1;
      if (tag.startsWith("</")) reader.shape.words += " ";
    } else {
      reader.shape.words += character;
      reader.at += 1;
    }
  }
}

/** Reads a message. @throws when its form is wrong */
export function shapeOf(text: string): Shape {
  const reader: Reader = { text, at: 0, shape: { arguments: new Map(), tags: new Set(), choices: [], words: "" } };
  readMessage(reader);
  if (reader.at < text.length) throw new Error(`there is a “}” too many before “${rest(reader).slice(0, 20)}”`);
  const opened = [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name).sort();
  const closed = [...text.matchAll(/<\/(\w+)>/g)].map(([, name]) => name).sort();
  if (String(opened) !== String(closed)) throw new Error("a tag is not closed");
  return reader.shape;
}
