import { cookies, headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { pageOrigin } from "@/lib/http/pages/page";
import { published } from "@/lib/http/v1";
import type { Locale } from "@/lib/kernel/locale";
import { themeCookie, themeOf } from "@/lib/kernel/theme";
import { pageHtml } from "./as-html";
import { llmsFull, llmsIndex, pageMarkdown } from "./as-markdown";
import { bundle as built } from "./bundle";
import { type Assets, documentHtml, searchHtml } from "./frame";
import { escapeHtml } from "./html";
import { originMark, type Page, pagesOf } from "./pages";
import { find, indexOf } from "./search";
import { type Texts, textsOf } from "./texts";

/** What is made when the product is built: the script, the style sheet and the font of the reference, by their names, and its guides. */
type Bundle = {
  files: Record<string, { type: string; text?: string; base64?: string }>;
  assets: Assets;
  guides: Record<string, string>;
};
const bundle: Bundle = built;
type Context = { params: Promise<{ page?: string[] }> };

/** Made once: contracts do not change while a process runs, and the content of a page is the same for everybody. */
type Made = { pages: Page[]; index: ReturnType<typeof indexOf>; contents: Map<string, string> };
let made: Made | undefined;

function content(): Made {
  if (made) return made;
  const pages = pagesOf(published(), bundle.guides);
  made = { pages, index: indexOf(pages), contents: new Map() };
  return made;
}

/** The content of a page in the language of its controls, without the reader's address. */
function contentOf({ contents }: Made, page: Page, locale: Locale, t: Texts): string {
  const key = `${locale} ${page.slug}`;
  const content = contents.get(key) ?? pageHtml(page, t);
  contents.set(key, content);
  return content;
}

const aYear = 31_536_000;

function fileReply(name: string): Response | undefined {
  const file = Object.hasOwn(bundle.files, name) ? bundle.files[name] : undefined;
  if (!file) return undefined;
  const body = file.text ?? Buffer.from(file.base64 ?? "", "base64");
  return new Response(body, { headers: { "content-type": file.type, "cache-control": `public, max-age=${aYear}, immutable` } });
}

const textReply = (text: string, type: string, origin: string): Response =>
  new Response(
    text.replaceAll(originMark, () => origin),
    { headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "no-cache" } },
  );

/** What is asked for by a file's name: an asset, a page in Markdown, or a list for language models. */
async function namedReply(path: readonly string[]): Promise<Response | undefined> {
  const [name = "", inner] = path;
  if (name === "assets" && inner !== undefined && path.length === 2) return fileReply(inner);
  if (path.length !== 1) return undefined;
  const { pages } = content();
  if (name === "llms.txt") return textReply(llmsIndex(pages), "text/plain", await pageOrigin());
  if (name === "llms-full.txt") return textReply(llmsFull(pages), "text/plain", await pageOrigin());
  const page = name.endsWith(".md") ? pages.find(({ slug }) => `${slug || "index"}.md` === name) : undefined;
  return page && textReply(pageMarkdown(page), "text/markdown", await pageOrigin());
}

type Shown = { status: number; title: string; summary: string; main: string; page?: Page; query?: string };

function shownAt(madeNow: Made, request: Request, path: readonly string[], { t, locale }: { t: Texts; locale: Locale }): Shown {
  const [slug = "", ...more] = path;
  const page = more.length === 0 ? madeNow.pages.find((one) => one.slug === slug) : undefined;
  if (page) return { status: 200, title: page.title, summary: page.summary, page, main: contentOf(madeNow, page, locale, t) };
  if (slug === "search" && more.length === 0) {
    const query = new URL(request.url).searchParams.get("q")?.slice(0, 100).toWellFormed() ?? "";
    const found = find(madeNow.index, query);
    return {
      status: 200,
      title: t.results,
      summary: t.searchHint,
      main: `<div lang="${locale}">${searchHtml(t, query, found)}</div>`,
      query,
    };
  }
  const main = `<div lang="${locale}"><h1>${escapeHtml(t.missing)}</h1><p><a href="/docs">${escapeHtml(t.toStart)}</a></p></div>`;
  return { status: 404, title: t.missing, summary: t.missing, main };
}

/** Serves `/docs` and everything below it: pages, their Markdown, the search, and what they load. Public, without a session. */
export async function reference(request: Request, { params }: Context): Promise<Response> {
  const { page: path = [] } = await params;
  const named = await namedReply(path);
  if (named) return named;
  const [translate, locale, sent, chosen, origin] = await Promise.all([
    getTranslations("reference"),
    getLocale(),
    headers(),
    cookies(),
    pageOrigin(),
  ]);
  const t = textsOf(translate);
  const madeNow = content();
  const { status, query = "", ...shown } = shownAt(madeNow, request, path, { t, locale });
  const html = documentHtml(
    {
      t,
      locale,
      theme: themeOf(chosen.get(themeCookie)?.value),
      nonce: sent.get("x-nonce") ?? "",
      assets: bundle.assets,
      pages: madeNow.pages,
      query,
    },
    shown,
  );
  return new Response(
    html.replaceAll(originMark, () => escapeHtml(origin)),
    {
      status,
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-cache" },
    },
  );
}
