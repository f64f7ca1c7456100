import { textColourOn } from "@/lib/channels/shared/contrast";
import { type LoaderConfig, loaderMinutes } from "@/lib/channels/shared/loader";
import { heardKinds, testInAddress } from "@/lib/channels/shared/page-test";
import * as website from "@/lib/channels/website";
import { hear } from "@/lib/channels/website/page-test";
import { asExpression } from "@/lib/kernel/expression";
import { widgetTexts } from "@/lib/messages/widget";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

type Found = NonNullable<Awaited<ReturnType<typeof website.find>>>;
type Context = { params: Promise<{ file: string }> };

const missing = "/* There is no chat at this address, or it is switched off. */\n";
const heardText = "/* Heard. */\n";
const unavailable = "/* The chat is not available right now. */\n";

/** Customers' pages load it from every origin, some of them with an embedder policy. */
const script = (status: number, text: string, cacheControl: string) =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": cacheControl,
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    },
  });

function configOf(workspace: string, { settings }: Found): LoaderConfig {
  const { colour, position, language, allowAnyOrigin, allowedOrigins } = settings;
  const languages = Object.entries(widgetTexts).filter(([name]) => language === "auto" || name === language);
  return {
    workspace,
    origin: env().PUBLIC_URL ?? null,
    colour,
    iconColour: textColourOn(colour),
    position,
    allowedOrigins: allowAnyOrigin ? null : allowedOrigins,
    texts: Object.fromEntries(languages.map(([name, { launcher }]) => [name, launcher])),
  };
}

const textOf = (workspace: string, found: Found, bundle: string) =>
  `(()=>{const besideConfig=${asExpression(configOf(workspace, found))};${bundle}})();\n`;

/** What the loader of a page that is being tested says; undefined for a call that says nothing. */
function saidIn(request: Request): { token: string; heard: (typeof heardKinds)[number]; referrer: string | null } | undefined {
  const query = new URL(request.url).searchParams;
  const token = query.get(testInAddress);
  const heard = heardKinds.find((kind) => kind === query.get("is"));
  return token === null || !heard ? undefined : { token, heard, referrer: request.headers.get("referer") };
}

/** Serves `/loader/{workspace}.js`: the bundled script behind the workspace's settings. In the test of a page it also hears what happened. */
export function loaderScript(bundle: string) {
  return async (request: Request, { params }: Context): Promise<Response> => {
    try {
      const [, workspace] = /^([\w-]+)\.js$/.exec((await params).file) ?? [];
      const found = workspace === undefined ? undefined : await website.find(workspace);
      const said = saidIn(request);
      if (said && workspace !== undefined) {
        const outcome = await hear({ ...said, slug: workspace, settings: found?.settings });
        // The browser stored a loader from before the page was allowed: this one begins at once.
        const isStale = said.heard === "refused" && outcome === "loaded" && found;
        return script(200, isStale ? textOf(workspace, found, bundle) : heardText, "no-store");
      }
      // Not stored: whoever switches the chat on sees it at once.
      if (workspace === undefined || !found) return script(404, missing, "no-store");
      return script(200, textOf(workspace, found, bundle), `public, max-age=${60 * loaderMinutes}`);
    } catch (error) {
      log.error({ error }, "the loader could not be served");
      return script(503, unavailable, "no-store");
    }
  };
}
