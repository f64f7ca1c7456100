import { type Theme, themeCookie, themeOf } from "@/lib/kernel/theme";
import { makeStorageListeners } from "./listeners";

const name = "beside.theme";
const maxAgeSeconds = 60 * 60 * 24 * 365;
const listeners = makeStorageListeners();

/** The choice of this browser; null for the system's theme. A blocked storage leaves what the page was rendered with. */
export function chosenTheme(): Theme | null {
  try {
    const stored = localStorage.getItem(name);
    if (stored !== null) return themeOf(stored);
  } catch {
    // What follows does without.
  }
  return themeOf(document.documentElement.dataset["theme"]);
}

function show(theme: Theme | null): void {
  const { dataset } = document.documentElement;
  if (theme) dataset["theme"] = theme;
  else delete dataset["theme"];
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `${themeCookie}=${theme ?? ""}; Path=/; Max-Age=${theme ? maxAgeSeconds : 0}; SameSite=Lax${secure}`;
}

/** Shows the choice, and renews the cookie: some browsers delete a script's cookies after a week. */
export const applyTheme = (): void => show(chosenTheme());

export function chooseTheme(theme: Theme | null): void {
  try {
    localStorage.setItem(name, theme ?? "system");
  } catch {
    // The cookie is enough until it expires.
  }
  show(theme);
  listeners.notify();
}

/** Also tells of a choice in another tab. */
export const subscribeToTheme = listeners.subscribe;
