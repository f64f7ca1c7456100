import { problemWords, solutionWords } from "@/lib/context/events/shared/level-words";
import type { Contract } from "@/lib/kernel/contract";
import { localeNames } from "@/lib/kernel/locale";
import { webhookBodies } from "@/lib/webhooks/bodies";
import { callFields, exampleBody, testVector } from "./call-example";
import { errorsMarkdown, slugOf } from "./errors";
import { type Operation, operationsOf, tagDescription } from "./operations";

/** Stands for the address of this server, which differs by how a reader reached it. */
export const originMark = "{{origin}}";

/** A page of the reference: texts in Markdown and endpoints, in order. */
export type Page = { slug: string; title: string; summary: string; group: "guides" | "endpoints"; parts: (string | Operation)[] };

/** The texts that are written by hand, by their names. */
export type Guides = Record<string, string>;

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

function callGuide(text: string): string {
  const { secret, timestamp, body, signature } = testVector();
  const rows = Object.entries(callFields).map(([name, [type, meaning]]) => `| \`${name}\` | ${type} | ${meaning} |`);
  const marks: Record<string, string> = {
    "call-body": pretty(exampleBody()),
    "call-fields": ["| field | type | what it is |", "|---|---|---|", ...rows].join("\n"),
    "vector-secret": secret,
    "vector-timestamp": timestamp,
    "vector-body": body,
    "vector-signature": signature,
  };
  return filled(text, marks);
}

const filled = (text: string, marks: Record<string, string>): string =>
  text.replace(/\{\{([\w-]+)\}\}/g, (mark, name: string) => marks[name] ?? mark);

function levelGuide(text: string): string {
  const rows = Object.entries(problemWords).map(
    ([language, words]) => `| ${localeNames[language as keyof typeof problemWords]} | ${words.join(", ")} |`,
  );
  return filled(text, {
    "problem-words": ["| language | words |", "|---|---|", ...rows].join("\n"),
    "solution-words": Object.values(solutionWords).flat().join(", "),
  });
}

function webhookGuide(text: string): string {
  const rows = webhookBodies.map(
    ({ type, summary, facts }) => `| \`${type}\` | ${summary} | ${facts.map((name) => `\`${name}\``).join(", ")} |`,
  );
  return filled(text, { "webhook-types": ["| type | when | fields of data |", "|---|---|---|", ...rows].join("\n") });
}

/** All pages, from the contracts and the guides. The page of an endpoint is that of its tag. */
export function pagesOf(contracts: readonly Contract[], guides: Guides): Page[] {
  const operations = operationsOf(contracts);
  const guide = (slug: string, title: string, summary: string, text = guides[slug || "start"] ?? ""): Page => ({
    slug,
    title,
    summary,
    group: "guides",
    parts: [text],
  });
  const byTag = [...new Set(operations.map(({ tag }) => tag))].map(
    (tag): Page => ({
      slug: slugOf(tag),
      title: tag,
      summary: tagDescription(tag),
      group: "endpoints",
      parts: operations.filter((operation) => operation.tag === tag),
    }),
  );
  return [
    guide("", "Quick start", "Address, key, the first red card, and a word for each id."),
    guide("requests", "Requests", "Authentication, rate limit, idempotency, bodies, ignored fields and headers."),
    guide("lists", "Lists and pagination", "Pages, cursors and filters, and one loop that reads every list."),
    guide("batches", "Batches", "A hundred contacts or events in one call, with a result for each."),
    guide("imports-by-api", "Imports of files", "A file of contacts by the API: sent, checked, run, undone."),
    ...byTag,
    guide("errors", "Errors", "Every error code with its cause, what to do, and an example.", errorsMarkdown(contracts, operations)),
    guide(
      "receivers",
      "Receivers",
      "The action calls that buttons send to your server, your answer, and the signature with a test vector.",
      callGuide(guides["receivers"] ?? ""),
    ),
    guide(
      "webhooks",
      "Webhooks",
      "What happens, sent to your server: types and fields, verifying, retries.",
      webhookGuide(guides["webhooks"] ?? ""),
    ),
    guide("signatures", "When a signature does not fit", "The two kinds of signature, their secrets, and why one does not verify."),
    guide("levels", "Levels", "Which names of events are problems, by which words, and which are not.", levelGuide(guides["levels"] ?? "")),
    guide("channels", "Channels and the widget", "The website’s chat and its commands, signed visitors, and WhatsApp."),
    guide("embed", "The panel in other tools", "The panel of a person in a frame of Chatwoot, Zendesk or another tool."),
  ];
}

/** The address of a page. */
export const pathOf = ({ slug }: Pick<Page, "slug">): string => (slug === "" ? "/docs" : `/docs/${slug}`);
export const markdownPathOf = ({ slug }: Pick<Page, "slug">): string => `/docs/${slug || "index"}.md`;
