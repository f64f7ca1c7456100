import type { LoaderConfig } from "@/lib/channels/shared/loader";

/** Everything is within the shadow root. `!important` on the host wins over a page's rules for all elements. */
export const stylesFor = ({ colour, iconColour, position }: LoaderConfig): string => `
:host{all:initial!important;position:fixed!important;z-index:2147483000!important;inset:auto!important;color-scheme:light dark!important}
button,iframe{box-sizing:border-box;position:fixed;${position}:20px;border:0;margin:0}
button{bottom:20px;width:56px;height:56px;padding:0;border-radius:50%;background:${colour};color:${iconColour};cursor:pointer;box-shadow:0 2px 6px #0003,0 8px 24px #0003;transition:transform .15s}
button:hover{transform:scale(1.05)}
button:focus-visible{outline:3px solid ${iconColour};outline-offset:-6px}
svg{display:block;width:26px;height:26px;margin:auto;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
span{position:absolute;top:-4px;right:-4px;min-width:22px;box-sizing:border-box;padding:0 6px;border-radius:11px;background:#b3261e;color:#fff;font:600 12px/22px system-ui,sans-serif}
span:empty{display:none}
iframe{bottom:88px;width:400px;max-width:calc(100vw - 40px);height:min(680px,100vh - 108px);border-radius:14px;background:#fff;box-shadow:0 4px 12px #0002,0 16px 48px #0003;transition:opacity .15s,transform .15s,visibility .15s;visibility:hidden;opacity:0;transform:translateY(8px)}
.hidden button{display:none}
.open iframe{visibility:visible;opacity:1;transform:none;transition:opacity .15s,transform .15s}
@media(prefers-color-scheme:dark){iframe{background:#17181b;box-shadow:0 0 0 1px #2a2b30,0 16px 48px #000a}}
@media(max-width:480px){iframe{inset:var(--top,0) 0 auto;width:100%;max-width:none;height:var(--height,100%);border-radius:0}.open button{visibility:hidden}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{:host{display:none!important}}`;

/** The page's policy may forbid inline styles: a constructed sheet is none. A browser without them gets an element with the script's nonce. */
export function applyStyles(root: ShadowRoot, text: string, nonce: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const element = document.createElement("style");
    element.nonce = nonce;
    element.textContent = text;
    root.append(element);
  }
}
