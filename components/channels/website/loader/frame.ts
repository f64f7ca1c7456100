import type { Addressed, FromFrame, ToFrame } from "@/components/channels/website/protocol";

type Options = { home: string; workspace: string; language: string; title: string; onMessage: (message: FromFrame) => void };

export type Frame = { element: HTMLIFrameElement; send: (message: ToFrame) => void; remove: () => void };

/** The chat itself, served by us. Both directions name our origin; what arrives must also come from this very frame. */
export function createFrame({ home, workspace, language, title, onMessage }: Options): Frame {
  const element = document.createElement("iframe");
  element.title = title;
  element.allow = "clipboard-write";
  // The frame learns which page it is in from nobody but the browser, and of its address only the origin.
  element.referrerPolicy = "origin";
  element.src = `${home}/widget/${workspace}?lang=${language}`;

  function receive({ source, origin, data }: MessageEvent<Addressed<FromFrame> | null>): void {
    if (source === element.contentWindow && origin === home && data?.beside === workspace) onMessage(data);
  }
  addEventListener("message", receive);

  return {
    element,
    send: (message) => element.contentWindow?.postMessage({ ...message, beside: workspace }, home),
    remove(): void {
      removeEventListener("message", receive);
      element.remove();
    },
  };
}
