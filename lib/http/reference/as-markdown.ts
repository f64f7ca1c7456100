import type { Field } from "./fields";
import type { Operation } from "./operations";
import { markdownPathOf, originMark, type Page } from "./pages";
import { samplesOf } from "./samples";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function fieldTable(fields: readonly (Field & { where?: string })[], whatIsSent: boolean): string {
  const rows = fields.map(({ name, type, isRequired, limits, description, where, example }) => {
    const required = whatIsSent ? [isRequired ? "required" : "optional"] : [];
    const rules = [...(where ? [`in the ${where}`] : []), ...required, limits].filter(Boolean).join("; ");
    const given = example === undefined || typeof example === "object" ? "" : ` Example: \`${String(example)}\`.`;
    return `| \`${name}\` | ${cell(type)} | ${cell(rules)} | ${cell(description + given)} |`;
  });
  return ["| field | type | rules | meaning |", "|---|---|---|---|", ...rows].join("\n");
}

/** An endpoint in Markdown. Links to it use its anchor. */
function operationMarkdown(operation: Operation): string {
  const { method, path, summary, description, parameters, body, answers, refusals, call } = operation;
  const blocks = [`## ${summary}`, `\`${method} /api/v1${path}\``, ...(description ? [description] : [])];
  if (parameters.length > 0) blocks.push("### Parameters", fieldTable(parameters, true));
  if (body) blocks.push("### Body", ...(body.description ? [body.description] : []), fieldTable(body.fields, true), json(body.example));
  for (const answer of answers) {
    blocks.push(`### Answer ${answer.status}`, fieldTable(answer.fields, false));
    if (answer.headers.length > 0) blocks.push(fieldTable(answer.headers, false));
    if (answer.example !== undefined) blocks.push(json(answer.example));
  }
  const errors = refusals.map(({ status, code, when }) => `| ${status} | [${code}](/docs/errors#${code}) | ${cell(when)} |`);
  blocks.push("### Errors", ["| status | code | when |", "|---|---|---|", ...errors].join("\n"), "### Samples");
  for (const { language, code } of samplesOf(originMark, call)) blocks.push(`\`\`\`${language}\n${code}\n\`\`\``);
  return blocks.join("\n\n");
}

/** A page in Markdown. */
export function pageMarkdown({ title, summary, parts }: Page): string {
  const texts = parts.map((part) => (typeof part === "string" ? part.trim() : operationMarkdown(part)));
  return `${[`# ${title}`, summary, ...texts].join("\n\n")}\n`;
}

const about =
  "Beside shows support agents who a customer is and what just happened to them, beside each chat, with buttons that call your server.";

/** The list of pages for language models, in the form of llmstxt.org. */
export const llmsIndex = (pages: readonly Page[]): string =>
  `${[
    "# Beside API",
    `> ${about}`,
    `All paths of the API are below ${originMark}/api/v1. The OpenAPI 3.1 description is ${originMark}/api/v1/openapi.json; all pages in one file are ${originMark}/docs/llms-full.txt.`,
    ...(["guides", "endpoints"] as const).map((group) => {
      const links = pages
        .filter((page) => page.group === group)
        .map((page) => `- [${page.title}](${originMark}${markdownPathOf(page)}): ${page.summary}`);
      return `## ${group === "guides" ? "Guides" : "Endpoints"}\n\n${links.join("\n")}`;
    }),
  ].join("\n\n")}\n`;

export const llmsFull = (pages: readonly Page[]): string => pages.map(pageMarkdown).join("\n---\n\n");
