import { textColourOn } from "@/lib/channels/shared/contrast";
import { type LoaderConfig, loaderMinutes } from "@/lib/channels/shared/loader";
import * as website from "@/lib/channels/website";
import { asExpression } from "@/lib/kernel/expression";
import { widgetTexts } from "@/lib/messages/widget";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

type Found = NonNullable<Awaited<ReturnType<typeof website.find>>>;
type Context = { params: Promise<{ file: string }> };

const missing = "/* There is no chat at this address, or it is switched off. */\n";
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

/** Serves `/loader/{workspace}.js`: the bundled script behind the workspace's settings. */
export function loaderScript(bundle: string) {
  return async (_: Request, { params }: Context): Promise<Response> => {
    try {
      const [, workspace] = /^([\w-]+)\.js$/.exec((await params).file) ?? [];
      const found = workspace === undefined ? undefined : await website.find(workspace);
      // Not stored: whoever switches the chat on sees it at once.
      if (workspace === undefined || !found) return script(404, missing, "no-store");
      const config = asExpression(configOf(workspace, found));
      return script(200, `(()=>{const besideConfig=${config};${bundle}})();\n`, `public, max-age=${60 * loaderMinutes}`);
    } catch (error) {
      log.error({ error }, "the loader could not be served");
      return script(503, unavailable, "no-store");
    }
  };
}
