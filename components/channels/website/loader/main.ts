/**
 * What `<script async src="…/loader/acme.js">` runs: it draws the button and creates the chat at its first opening. Nothing is
 * stored before. The page gets one global, `Beside`, and nothing of it changes.
 */

import type { LoaderConfig } from "@/lib/channels/shared/loader";
import { createWidget } from "./chat";
import { pageTest } from "./page-test";

/** Written in front of this script by the server. */
declare const besideConfig: LoaderConfig;

type Call = ArrayLike<unknown>;
type Beside = { (...call: unknown[]): void; q?: Call[]; isLoaded?: true };
type Global = { Beside?: Beside };

const warn = (text: string): void => {
  // biome-ignore lint/suspicious/noConsole: the developer of the page reads it there.
  console.warn(`[beside] ${text}`);
};

function whenBodyIsThere(run: () => void): void {
  if (document.body) run();
  else document.addEventListener("DOMContentLoaded", run, { once: true });
}

function whenIdle(run: () => void): void {
  const later = () => ("requestIdleCallback" in window ? requestIdleCallback(run) : setTimeout(run, 500));
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

/** The page's language where there are texts in it, or else the browser's. */
function languageOf(texts: LoaderConfig["texts"]): string {
  const known = Object.keys(texts);
  const wanted = [document.documentElement.lang, ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((language) => known.includes(language)) ?? known[0] ?? "en";
}

type Ready = Parameters<typeof createWidget>[1];

/** What the chat needs of this page; a reason where it cannot be shown. */
function prepare({ origin, allowedOrigins, texts }: LoaderConfig, script: HTMLScriptElement | null, say: Ready["say"]): Ready | string {
  const language = languageOf(texts);
  const labels = texts[language];
  const home = origin ?? (script ? new URL(script.src).origin : "");
  if (!labels || !home) return "the script has to be loaded by a <script> tag with its address.";
  if (allowedOrigins && !allowedOrigins.includes(location.origin)) {
    say?.("refused");
    return `${location.origin} is not allowed to show this chat. An admin can add it in the settings of the website channel.`;
  }
  return { home, language, texts: labels, nonce: script?.nonce ?? "", warn, say };
}

function commandsOf(chat: ReturnType<typeof createWidget>): Map<unknown, (options: unknown) => void> {
  return new Map<unknown, (options: unknown) => void>([
    ["open", chat.open],
    ["close", chat.close],
    ["hide", () => chat.setHidden(true)],
    ["show", () => chat.setHidden(false)],
    ["signOut", chat.signOut],
    [
      "identify",
      (options) => {
        const { token } = Object(options) as { token?: unknown };
        if (typeof token === "string" && token !== "") chat.identify(token);
        else warn('identify needs the token that your server signed: Beside("identify", { token }).');
      },
    ],
  ]);
}

function start(page: Global, ready: Ready): void {
  const chat = createWidget(besideConfig, ready);
  const commands = commandsOf(chat);
  const execute = ([name, options]: unknown[]): void => {
    const command = commands.get(name);
    chat.attach();
    if (command) command(options);
    else warn(`there is no command “${String(name)}”; there are ${[...commands.keys()].join(", ")}.`);
  };

  // Calls wait, those of before this script and those until there is a body.
  const queue: unknown[][] = Array.from(page.Beside?.q ?? [], (call) => Array.from(call));
  // An admin looks whether it works: then it opens by itself.
  if (ready.say) queue.push(["open"]);
  let run = (call: unknown[]): void => void queue.push(call);
  const api: Beside = (...call) => run(call);
  api.isLoaded = true;
  page.Beside = api;
  whenBodyIsThere(() => {
    run = execute;
    chat.start();
    for (const call of queue) execute(call);
    whenIdle(chat.resume);
  });
}

const page = window as unknown as Global;
if (!page.Beside?.isLoaded) {
  const script = document.currentScript as HTMLScriptElement | null;
  const say = script ? pageTest(script) : undefined;
  const ready = prepare(besideConfig, script, say);
  if (typeof ready === "string") warn(ready);
  else {
    say?.("loaded");
    start(page, ready);
  }
}
