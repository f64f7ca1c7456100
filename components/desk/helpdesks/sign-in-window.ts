import { z } from "zod";
import { newId } from "@/lib/kernel/ids";

/** What the sign-in window posts to the frame that opened it. */
const SignedIn = z.object({ kind: z.literal("beside-frame-code"), state: z.string(), code: z.string() });

const closedCheckMs = 500;

const addressOf = (workspace: string, query: { origin: string; state: string }) =>
  `/${encodeURIComponent(workspace)}/embed/sign-in?${new URLSearchParams(query)}`;

/**
 * Opens a window of our own site, where the session's cookie works, and waits for its one-time code. Only that window counts, from our
 * own origin and with the state that it was opened with. Undefined when it was closed without a code; null when the browser blocked it.
 */
export function requestCode(workspace: string, origin: string): Promise<string | undefined> | null {
  const state = newId();
  // No "noopener": the window answers to its opener. Neither page sets a Cross-Origin-Opener-Policy that would part them.
  const opened = window.open(addressOf(workspace, { origin, state }), "", "popup,width=480,height=640");
  if (!opened) return null;
  return new Promise((resolve) => {
    const listening = new AbortController();
    const watch = setInterval(() => opened.closed && finish(undefined), closedCheckMs);
    function finish(code: string | undefined): void {
      clearInterval(watch);
      listening.abort();
      resolve(code);
    }
    function onMessage({ source, origin: sender, data }: MessageEvent): void {
      if (source !== opened || sender !== window.location.origin) return;
      const message = SignedIn.safeParse(data);
      if (!message.success || message.data.state !== state) return;
      finish(message.data.code);
      opened?.close();
    }
    window.addEventListener("message", onMessage, { signal: listening.signal });
  });
}

/**
 * Gives the code to the frame, which closes the window. The browser delivers it to a page of our own origin only, whoever opened the
 * window; for any other opener it closes by itself, a moment later: a message of a closed window has no sender.
 */
export function sendCode({ state, code }: { state: string; code: string }): void {
  const message = { kind: "beside-frame-code", state, code } satisfies z.input<typeof SignedIn>;
  window.opener?.postMessage(message, window.location.origin);
  setTimeout(() => window.close(), closedCheckMs);
}
