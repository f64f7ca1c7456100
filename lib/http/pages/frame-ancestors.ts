import * as website from "@/lib/channels/website";
import { frameOriginsOf } from "@/lib/desk/helpdesks/origins";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";

const widgetPath = /^\/widget\/([^/]+)$/;
// Not the sign-in window below it, whose button no other site may cover.
const embedPath = /^\/([^/]+)\/embed\/?$/;

/**
 * The sites that may show a page in a frame, for its policy: the chat on the customer's website, and the panel in other helpdesks.
 * Undefined for any site, which only the chat can allow; `'none'` for every other page. A directive `*` would still refuse the web
 * views of mobile apps, whose pages have no network address.
 */
export async function frameAncestors(path: string): Promise<string | undefined> {
  const [, shop] = widgetPath.exec(path) ?? [];
  if (shop !== undefined) return onBehalfOf(pages, () => ancestorsOfChat(shop));
  const [, desk] = embedPath.exec(path) ?? [];
  return desk === undefined ? "'none'" : listed(await onBehalfOf(pages, () => frameOriginsOf(desk)));
}

async function ancestorsOfChat(slug: string): Promise<string | undefined> {
  const found = await website.find(slug);
  if (found?.settings.allowAnyOrigin) return undefined;
  return listed(found?.settings.allowedOrigins ?? []);
}

/** Whoever knows an address may ask for these pages: all of them wait in one line. */
const pages = "pages of strangers";

const listed = (origins: readonly string[]): string => (origins.length > 0 ? origins.join(" ") : "'none'");
