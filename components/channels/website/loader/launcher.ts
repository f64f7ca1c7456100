import type { LauncherTexts, LoaderConfig } from "@/lib/channels/shared/loader";
import { applyStyles, stylesFor } from "./styles";

const svg = "http://www.w3.org/2000/svg";
const bubble = "M21 12a8.5 8.5 0 0 1-12.4 7.5L3.5 21l1.5-5A8.5 8.5 0 1 1 21 12Z";
const cross = "M6 6l12 12M18 6L6 18";

/** A phone's keyboard covers the page: the frame takes what is left, as the browser measures it. */
function fitToKeyboard({ style }: HTMLElement): void {
  const { visualViewport } = window;
  const fit = () => {
    style.setProperty("--top", `${visualViewport?.offsetTop}px`);
    style.setProperty("--height", `${visualViewport?.height}px`);
  };
  visualViewport?.addEventListener("resize", fit);
  visualViewport?.addEventListener("scroll", fit);
}

type LauncherState = { isOpen: boolean; isHidden: boolean; unread: number };

/** The button that opens the chat, with the number of unread messages, and the place of the frame. */
export function drawLauncher(config: LoaderConfig, texts: LauncherTexts, { nonce, onPress }: { nonce: string; onPress: () => void }) {
  const host = document.createElement("beside-chat");
  const root = host.attachShadow({ mode: "open" });
  applyStyles(root, stylesFor(config), nonce);

  const region = document.createElement("div");
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", texts.region);
  const button = document.createElement("button");
  button.type = "button";
  // Elements are made one by one: the page may forbid HTML from text (trusted types).
  const icon = document.createElementNS(svg, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg, "path");
  icon.append(path);
  const badge = document.createElement("span");
  badge.setAttribute("aria-hidden", "true");
  button.append(icon, badge);
  region.append(button);
  root.append(region);
  fitToKeyboard(region);
  button.addEventListener("click", onPress);

  return {
    host,
    region,
    focus: () => button.focus(),
    hasFocusInside: (element: Element | undefined) => root.activeElement === element,
    show({ isOpen, isHidden, unread }: LauncherState): void {
      region.className = `${isOpen ? "open" : ""} ${isHidden ? "hidden" : ""}`;
      path.setAttribute("d", isOpen ? cross : bubble);
      button.setAttribute("aria-expanded", String(isOpen));
      badge.textContent = unread > 0 ? String(Math.min(unread, 99)) : "";
      const label = isOpen ? texts.close : texts.open;
      button.setAttribute("aria-label", unread > 0 ? `${label} (${texts.unread.replace("{count}", String(unread))})` : label);
    },
  };
}
