import { pageStorage } from "./loader/page-storage";
import { type Addressed, type FromFrame, newToken, type ToFrame } from "./protocol";

/** Where the chat is shown: it stores what the visitor's browser must remember, and hears what happened. */
export type Host = {
  send: (message: FromFrame) => void;
  /** Returns the function that stops listening. */
  listen: (on: (message: ToFrame) => void) => () => void;
};

type Options = { workspace: string; allowedOrigins: readonly string[]; allowAnyOrigin: boolean };

export const hostOf = (options: Options): Host => (window.parent === window ? ownHost(options.workspace) : pageHost(options));

/** The loader in a customer's page. Only messages of the window around this one count, and only from an allowed origin. */
function pageHost({ workspace, allowedOrigins, allowAnyOrigin }: Options): Host {
  let page: string | undefined;

  return {
    send(message): void {
      // "ready" holds nothing, and is sent before the page's origin is known; pages without an origin cannot be named.
      const target = page === undefined || page === "null" ? "*" : page;
      if (page !== undefined || message.kind === "ready") window.parent.postMessage({ ...message, beside: workspace }, target);
    },
    listen(on) {
      function receive({ source, origin, data }: MessageEvent<Addressed<ToFrame> | null>): void {
        if (source !== window.parent || data?.beside !== workspace) return;
        if (!allowAnyOrigin && !allowedOrigins.includes(origin)) return;
        page ??= origin;
        if (origin === page) on(data);
      }
      window.addEventListener("message", receive);
      return () => window.removeEventListener("message", receive);
    },
  };
}

/** The chat as a page of its own, for instance in a mobile app: it remembers for itself. */
function ownHost(workspace: string): Host {
  const storage = pageStorage(`beside:${workspace}`);
  let emit: (message: ToFrame) => void = () => {};

  function begin(): void {
    const stored = storage.read() ?? { token: newToken(), readUntil: "", unsent: [] };
    storage.save(stored);
    emit({ kind: "begin", ...stored, isOpen: true, identity: null });
  }

  return {
    send(message): void {
      if (message.kind === "ready") begin();
      if (message.kind === "read") storage.change((stored) => ({ ...stored, readUntil: message.at }));
      if (message.kind === "store") storage.store(message.id, message.value);
    },
    listen(on) {
      emit = on;
      return () => {
        emit = () => {};
      };
    },
  };
}
