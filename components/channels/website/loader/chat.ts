import { type FromFrame, newToken } from "@/components/channels/website/protocol";
import type { LauncherTexts, LoaderConfig } from "@/lib/channels/shared/loader";
import type { Heard } from "@/lib/channels/shared/page-test";
import { createFrame, type Frame } from "./frame";
import { drawLauncher } from "./launcher";
import { pageStorage } from "./page-storage";
import { showInTitle } from "./title";

type PageContext = {
  home: string;
  language: string;
  texts: LauncherTexts;
  nonce: string;
  warn: (text: string) => void;
  /** In the test of a page. */
  say: ((is: Heard) => void) | undefined;
};

const silentAfterMs = 15_000;
/** How often the chat comes back by itself. A page that takes every foreign element away would otherwise do that without end. */
const maxReturnsPerMinute = 20;
const minuteMs = 60_000;

/** The chat of one page: the launcher, the frame once it was opened, and who the visitor is. */
export function createWidget(config: LoaderConfig, { home, language, texts, nonce, warn, say }: PageContext) {
  const { workspace } = config;
  const storageKey = `beside:${workspace}`;
  const storage = pageStorage(storageKey);
  const launcher = drawLauncher(config, texts, { nonce, onPress: () => (isOpen ? close() : open()) });
  let frame: Frame | undefined;
  let isReady = false;
  let isOpen = false;
  let isHidden = false;
  let unread = 0;
  let token = "";
  let identity: string | null = null;
  let returns = 0;

  /** Pages that write their body anew keep the chat: htmx, pjax and many by hand do so at each link. */
  const watcher = new MutationObserver(() => returns < maxReturnsPerMinute && attach());

  function attach(): void {
    const { body } = document;
    if (!body) return;
    // Observing what is observed already changes nothing.
    for (const target of [document.documentElement, body]) watcher.observe(target, { childList: true });
    if (launcher.host.isConnected) return;
    body.append(launcher.host);
    returns += 1;
    setTimeout(() => (returns -= 1), minuteMs);
    // A frame that was away loads again, and says when it is ready.
    isReady = false;
  }

  function draw(): void {
    launcher.show({ isOpen, isHidden, unread });
    showInTitle(unread);
  }

  /** The visitor begins to exist: from here on something is stored. */
  function visitor() {
    const stored = storage.read() ?? { token: newToken(), readUntil: "", unsent: [] };
    storage.save(stored);
    return stored;
  }

  function begin(): void {
    const { readUntil, unsent, ...stored } = visitor();
    token = stored.token;
    if (isReady) frame?.send({ kind: "begin", token, readUntil, unsent, isOpen, identity });
  }

  function load(): void {
    if (frame) return;
    token = visitor().token;
    isReady = false;
    frame = createFrame({ home, workspace, language, title: texts.title, onMessage: receive });
    if (say)
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, disposition, blockedURI }) => {
        if (effectiveDirective === "frame-src" && disposition === "enforce" && blockedURI.startsWith(home)) say("blocked");
      });
    launcher.region.prepend(frame.element);
    const created = frame;
    setTimeout(() => {
      if (isReady || frame !== created) return;
      warn(`the chat has not loaded. Does a policy of this page (frame-src) forbid ${home}?`);
      say?.("blocked");
    }, silentAfterMs);
  }

  function unload(): void {
    frame?.remove();
    frame = undefined;
    isReady = false;
  }

  function open(): void {
    if (isOpen) return;
    isOpen = true;
    load();
    draw();
    if (isReady) frame?.send({ kind: "shown", isOpen });
    frame?.element.focus();
  }

  function close(): void {
    if (!isOpen) return;
    const hadFocus = launcher.hasFocusInside(frame?.element);
    isOpen = false;
    if (isReady) frame?.send({ kind: "shown", isOpen });
    draw();
    if (hadFocus) launcher.focus();
  }

  /** Whoever the visitor is now takes over: at once in an open chat, otherwise with the next opening. */
  function restart(): void {
    unread = 0;
    if (isOpen) begin();
    else unload();
    draw();
  }

  function forget(): void {
    storage.save(undefined);
    restart();
  }

  function receive(message: FromFrame): void {
    switch (message.kind) {
      case "ready":
        isReady = true;
        say?.("shown");
        begin();
        break;
      case "close":
        close();
        break;
      case "unread":
        unread = Number(message.count) || 0;
        draw();
        break;
      case "read":
        storage.change((stored) => ({ ...stored, readUntil: message.at }));
        break;
      case "store":
        storage.store(message.id, message.value);
        break;
      case "renew":
        forget();
        break;
      case "warn":
        warn(message.text);
        break;
    }
  }

  /**
   * Another tab wrote. When it signed out or became another visitor, this one follows, and no longer insists on whom its page
   * named; otherwise it read messages.
   */
  function follow({ key }: StorageEvent): void {
    if (!frame || (key !== storageKey && key !== null)) return;
    const stored = storage.read();
    if (stored && stored.token === token) {
      if (isReady) frame.send({ kind: "seen", until: stored.readUntil });
      return;
    }
    identity = null;
    restart();
  }

  return {
    attach,
    start(): void {
      draw();
      attach();
      addEventListener("storage", follow);
      launcher.host.addEventListener("keydown", ({ key }) => key === "Escape" && close());
    },
    /** A visitor of an earlier visit hears of new messages; for anybody else nothing is loaded. */
    resume: () => storage.read() && load(),
    open,
    close,
    identify(signed: string): void {
      identity = signed;
      if (isReady) frame?.send({ kind: "identify", token: signed });
    },
    signOut(): void {
      identity = null;
      forget();
    },
    /** For pages with a button of their own, which calls "open". */
    setHidden(hidden: boolean): void {
      isHidden = hidden;
      if (hidden) close();
      draw();
    },
  };
}
