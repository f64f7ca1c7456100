import type { Field } from "./fields";
import { anchorOf, codeBlock, escapeHtml } from "./html";
import { headingHtml, inline, toHtml } from "./markdown";
import type { Operation } from "./operations";
import { originMark, type Page } from "./pages";
import { samplesOf } from "./samples";
import type { Texts } from "./texts";

const chip = (text: string, kind = "") => `<span class="chip ${kind}">${escapeHtml(text)}</span>`;

/** The anchor of a field, in the part of its endpoint. */
export const fieldAnchor = (operation: string, part: string, name: string): string => `${operation}-${part}-${name.replaceAll("[]", "")}`;

type Given = Field & { where?: string };

function fieldHtml({ name, type, isRequired, limits, description, example, where }: Given, anchor: string, isSent: boolean): string {
  const id = escapeHtml(anchor);
  const rules = [
    ...(where ? [chip(where)] : []),
    ...(isSent && isRequired ? [chip("required", "required")] : []),
    ...(limits ? [`<span class="limits">${escapeHtml(limits)}</span>`] : []),
  ];
  const given = example === undefined ? "" : `<p class="example">Example: <code>${escapeHtml(JSON.stringify(example))}</code></p>`;
  return `<div class="field" id="${id}"><dt><a href="#${id}"><code>${escapeHtml(name)}</code></a> <span class="type">${escapeHtml(type)}</span> ${rules.join(" ")}</dt><dd>${description ? `<p>${inline(description)}</p>` : ""}${given}</dd></div>`;
}

function fieldList(operation: string, part: string, fields: readonly Given[]): string {
  if (fields.length === 0) return "";
  const isSent = part === "body" || part === "parameters";
  return `<dl class="fields">${fields.map((field) => fieldHtml(field, fieldAnchor(operation, part, field.name), isSent)).join("")}</dl>`;
}

const json = (value: unknown) => codeBlock(JSON.stringify(value, null, 2), "json");
const details = (summary: string, inner: string, more = "") => `<details${more}><summary>${summary}</summary>${inner}</details>`;

function samplesHtml({ id, call }: Operation): string {
  return samplesOf(originMark, call)
    .map(({ language, name, code }, index) =>
      details(
        name,
        codeBlock(code, language),
        ` class="sample" name="${escapeHtml(id)}" data-sample="${language}"${index === 0 ? " open" : ""}`,
      ),
    )
    .join("");
}

/** The call that a reader sends from the page. Its fields have no names, so that nothing is sent without the script. */
function tryHtml({ id, method, path, parameters, body, call }: Operation, t: Texts): string {
  const field = (name: string, value: string, more: string) =>
    `<label>${escapeHtml(name)}<input ${more} value="${escapeHtml(value)}" autocomplete="off" spellcheck="false"></label>`;
  const inputs = parameters.map(({ name, where, isRequired, example }) => {
    const value = where === "header" || !isRequired ? "" : String(example ?? "");
    return field(name, value, `data-${where}="${escapeHtml(name)}"${isRequired ? " required" : ""}`);
  });
  const text = body
    ? `<label>${escapeHtml(t.body)}<textarea data-body rows="8" spellcheck="false">${escapeHtml(JSON.stringify(call.body, null, 2))}</textarea></label>`
    : "";
  return `<details class="try" hidden><summary>${escapeHtml(t.tryIt)}</summary>
<form data-try="${escapeHtml(id)}" data-method="${method}" data-path="${escapeHtml(path)}" data-sending="${escapeHtml(t.sending)}" data-failed="${escapeHtml(t.failed)}">
<label>${escapeHtml(t.key)}<input type="password" data-key required autocomplete="off" spellcheck="false"></label>
<p class="hint">${escapeHtml(t.keyHint)}</p>
${inputs.join("")}${text}
<button type="submit">${escapeHtml(t.send)}</button>
<output aria-live="polite"></output>
</form></details>`;
}

/** An endpoint: what it is on the left, how to call it on the right. */
function operationHtml(operation: Operation, t: Texts): string {
  const { id, method, path, summary, description, parameters, body, answers, refusals } = operation;
  const title = (text: string, part: string) => headingHtml(3, text, `${id}-${part}`);
  const rows = refusals.map(
    ({ status, code, when }) =>
      `<tr><td>${status}</td><td><a href="/docs/errors#${code}"><code>${code}</code></a></td><td>${inline(when)}</td></tr>`,
  );
  const answerTexts = answers.map(
    ({ status, fields, headers }) =>
      title(`Answer ${status}`, status) +
      fieldList(id, status, fields) +
      (headers.length > 0 ? `<h4>Headers</h4>${fieldList(id, `${status}-header`, headers)}` : ""),
  );
  const examples = answers.flatMap(({ status, example }) =>
    example === undefined ? [] : [`<p class="label">Answer ${status}</p>${json(example)}`],
  );
  return `<section class="operation" aria-labelledby="${id}">
<div class="words">
${headingHtml(2, summary, id)}
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>/api/v1${escapeHtml(path).replaceAll("/", "/<wbr>")}</code></p>
${description ? toHtml(description) : ""}
${parameters.length > 0 ? title("Parameters", "parameters") + fieldList(id, "parameters", parameters) : ""}
${body ? title("Body", "body") + (body.description ? `<p>${inline(body.description)}</p>` : "") + fieldList(id, "body", body.fields) : ""}
${answerTexts.join("")}
${title("Errors", "errors")}
<div class="table" tabindex="0"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>
</div>
<div class="code">
${samplesHtml(operation)}
${examples.join("")}
${tryHtml(operation, t)}
</div>
</section>`;
}

/** What stands in the page's list of contents. */
export function contentsOf({ parts }: Page): { anchor: string; title: string; method?: string }[] {
  return parts.flatMap((part) =>
    typeof part === "string"
      ? [...part.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => ({ anchor: anchorOf(title), title }))
      : [{ anchor: part.id, title: part.summary, method: part.method }],
  );
}

/** The content of a page, in English. */
export const pageHtml = ({ title, summary, parts }: Page, t: Texts): string =>
  `<h1>${escapeHtml(title)}</h1><p class="summary">${inline(summary)}</p>${parts
    .map((part) => (typeof part === "string" ? `<div class="guide">${toHtml(part)}</div>` : operationHtml(part, t)))
    .join("")}`;
