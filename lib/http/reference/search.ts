import { fieldAnchor } from "./as-html";
import { anchorOf } from "./html";
import type { Operation } from "./operations";
import { type Page, pathOf } from "./pages";

/** A place of the reference that can be found. */
type Entry = { title: string; page: string; href: string; text: string };
export type Found = Entry;
/** With its words, which are split once. */
type Indexed = { entry: Entry; inTitle: string[]; elsewhere: string[] };

const maxFound = 30;
const maxQuery = 100;
const maxWords = 8;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);

const plain = (markdown: string) =>
  markdown
    .replace(/\]\([^()]*\)/g, "")
    .replace(/[`*[\]|#]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function operationEntries(page: Page, operation: Operation): Entry[] {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const at = (anchor: string) => `${pathOf(page)}#${anchor}`;
  const fields = [
    ...parameters.map((field) => ({ part: "parameters", field })),
    ...(body?.fields ?? []).map((field) => ({ part: "body", field })),
    ...answers.flatMap(({ status, fields }) => fields.map((field) => ({ part: status, field }))),
  ];
  return [
    { title: summary, page: `${method} ${path}`, href: at(id), text: description },
    ...fields.map(({ part, field }) => ({
      title: field.name,
      page: `${method} ${path}`,
      href: at(fieldAnchor(id, part, field.name)),
      text: `${field.type} ${field.limits} ${field.description}`,
    })),
  ];
}

function guideEntries(page: Page, markdown: string): Entry[] {
  const [before = "", ...sections] = markdown.split(/^##+ /m);
  const first = { title: page.title, page: page.title, href: pathOf(page), text: plain(`${page.summary} ${before}`) };
  return [
    first,
    ...sections.map((section) => {
      const [title = "", ...lines] = section.split("\n");
      return { title: plain(title), page: page.title, href: `${pathOf(page)}#${anchorOf(title)}`, text: plain(lines.join("\n")) };
    }),
  ];
}

/** Everything that can be found, from the pages. */
export const indexOf = (pages: readonly Page[]): Indexed[] =>
  pages
    .flatMap((page) => page.parts.flatMap((part) => (typeof part === "string" ? guideEntries(page, part) : operationEntries(page, part))))
    .map((entry) => ({ entry, inTitle: wordsOf(entry.title), elsewhere: [...new Set(wordsOf(`${entry.page} ${entry.text}`))] }));

/** What people search for, and what it is called here. */
const calledHere: Readonly<Record<string, string>> = {
  ...{ paging: "pagination", paginate: "pagination", page: "pagination", sdks: "sdk", library: "sdk", libraries: "sdk", client: "sdk" },
  ...{ timeouts: "timeout", verification: "verify", verifying: "verify", validate: "verify", validation: "verify", invalid: "fit" },
  ...{ idempotent: "idempotency", bulk: "batches", upload: "imports", throttle: "rate", throttling: "rate", dry: "dryRun", test: "dryRun" },
  ...{ ngrok: "tunnel", hook: "webhooks", hooks: "webhooks", swagger: "openapi", postman: "openapi", url: "address", sort: "newest" },
  ...{ gdpr: "delete", allowlist: "origin", whitelist: "origin", timezone: "offset", versioning: "change", python: "receivers" },
};

const termsOf = (query: string): string[][] =>
  wordsOf(query.slice(0, maxQuery))
    .slice(0, maxWords)
    .map((word) => {
      const here = Object.hasOwn(calledHere, word) ? calledHere[word] : undefined;
      return here === undefined ? [word] : [word, here.toLowerCase()];
    });

/** How well a word fits: in the title it counts most. 0 when it is nowhere. */
function fit(word: string, { inTitle, elsewhere }: Indexed): number {
  if (inTitle.length === 1 && inTitle[0] === word) return 8;
  if (inTitle.includes(word)) return 6;
  if (inTitle.some((one) => one.startsWith(word))) return 4;
  return elsewhere.some((one) => one.startsWith(word)) ? 1 : 0;
}

/** The places that hold every word of a query, or words that begin so, the best first. */
export function find(index: readonly Indexed[], query: string): Found[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const fitOf = (words: readonly string[], one: Indexed) => Math.max(...words.map((word) => fit(word, one)));
  const scored = index.map((one) => ({ one, fits: terms.map((words) => fitOf(words, one)) })).filter(({ fits }) => !fits.includes(0));
  const sum = (fits: readonly number[]) => fits.reduce((all, one) => all + one, 0);
  return scored
    .sort((a, b) => sum(b.fits) - sum(a.fits))
    .slice(0, maxFound)
    .map(({ one }) => one.entry);
}
