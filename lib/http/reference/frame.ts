import { directions, type Locale } from "@/lib/kernel/locale";
import { barColors, type Theme } from "@/lib/kernel/theme";
import { contentsOf } from "./as-html";
import { escapeHtml } from "./html";
import { inline } from "./markdown";
import { markdownPathOf, type Page, pathOf } from "./pages";
import type { Found } from "./search";
import type { Texts } from "./texts";

/** The addresses of what a page loads. */
export type Assets = { script: string; style: string };
type Frame = { t: Texts; locale: Locale; theme: Theme | null; nonce: string; assets: Assets; pages: readonly Page[]; query?: string };
type Shown = { title: string; summary: string; page?: Page | undefined; main: string };

const groups = ["guides", "endpoints"] as const;

function navigation({ t, pages }: Frame, current: Page | undefined): string {
  const item = (page: Page) => {
    const isCurrent = page === current;
    const inner = contentsOf(page).map(
      ({ anchor, title, method }) =>
        `<li><a href="${isCurrent ? "" : pathOf(page)}#${escapeHtml(anchor)}">${method ? `<span class="method ${method.toLowerCase()}">${method}</span> ` : ""}<span>${inline(title)}</span></a></li>`,
    );
    const list = isCurrent || page.group === "endpoints" ? `<ul>${inner.join("")}</ul>` : "";
    return `<li><a href="${pathOf(page)}"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(page.title)}</a>${list}</li>`;
  };
  return groups
    .map(
      (group) =>
        `<h2>${escapeHtml(t[group])}</h2><ul>${pages
          .filter((page) => page.group === group)
          .map(item)
          .join("")}</ul>`,
    )
    .join("");
}

/** A whole page: the frame in the reader's language around content in English. */
export function documentHtml(frame: Frame, { title, summary, page, main }: Shown): string {
  const { t, locale, theme, nonce, assets, query = "" } = frame;
  const text = (key: Exclude<keyof Texts, "found">) => escapeHtml(t[key]);
  const colors = theme
    ? `<meta name="theme-color" content="${barColors[theme]}">`
    : (["light", "dark"] as const)
        .map((one) => `<meta name="theme-color" media="(prefers-color-scheme: ${one})" content="${barColors[one]}">`)
        .join("");
  const markdown = page ? `<a href="${markdownPathOf(page)}">${text("markdown")}</a>` : "";
  return `<!doctype html>
<html lang="${locale}" dir="${directions[locale]}"${theme ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${text("title")}</title>
<meta name="description" content="${escapeHtml(summary)}">
${colors}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
${page ? `<link rel="alternate" type="text/markdown" href="${markdownPathOf(page)}">` : ""}
<script nonce="${escapeHtml(nonce)}" src="${assets.script}" defer></script>
</head>
<body data-copy="${text("copy")}" data-copied="${text("copied")}">
<a class="skip" href="#content">${text("skip")}</a>
<header>
<a class="home" href="/docs">Beside <span>${text("title")}</span></a>
<button type="button" class="menu" popovertarget="pages">${text("pages")}</button>
<form role="search" action="/docs/search"><input type="search" name="q" value="${escapeHtml(query)}" maxlength="100" placeholder="${text("search")}" aria-label="${text("search")}" aria-keyshortcuts="/" autocomplete="off"><kbd aria-hidden="true">/</kbd></form>
<a class="download" href="/api/v1/openapi.json">OpenAPI 3.1</a>
</header>
<div class="columns">
<nav id="pages" popover aria-label="${text("pages")}">${navigation(frame, page)}</nav>
<main id="content" tabindex="-1"${locale === "en" ? "" : ' lang="en" dir="ltr"'}>${main}
<footer lang="${locale}"><p>${markdown} <a href="/docs/llms.txt">llms.txt</a> <a href="/api/v1/openapi.json">OpenAPI 3.1</a></p>${locale === "en" ? "" : `<p>${text("inEnglish")}</p>`}</footer>
</main>
</div>
</body>
</html>
`;
}

/** The results of a search. The query is a stranger's text. */
export function searchHtml(t: Texts, query: string, found: readonly Found[]): string {
  const items = found.map(
    ({ title, page, href, text }) =>
      `<li><a href="${escapeHtml(href)}"><strong>${escapeHtml(title)}</strong> <span>${escapeHtml(page)}</span></a><p>${escapeHtml(text.length > 160 ? `${text.slice(0, 160).toWellFormed()}…` : text)}</p></li>`,
  );
  const count = query.trim() === "" ? t.searchHint : t.found(found.length);
  return `<h1>${escapeHtml(t.results)}</h1><div id="found"><p role="status">${escapeHtml(count)}</p><ol class="found">${items.join("")}</ol></div>`;
}
