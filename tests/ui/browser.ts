import type { Page, Route } from "@playwright/test";

/** Opens a page of chats, and waits until it handles keys and clicks: the stream connects then. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  const connecting = page.waitForRequest(/\/stream$/);
  await page.goto(path);
  await connecting;
}

/** Waits until a page of ours takes clicks: one that comes before its scripts have begun is lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__reactContainer$")));
}

/** Resolves when nothing fades in or out any more: half faded texts would fail the check of contrasts. What ends may begin another. */
export const endOfAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (let running = ending(); running.length > 0; running = ending()) await Promise.allSettled(running.map(({ finished }) => finished));
  });

/** Answers for every script that the page does not begin with. Returns a function that says how often one was asked for. */
export async function laterScripts(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<() => number> {
  const html = await (await page.request.get(path)).text();
  const first = new Set(html.match(/\/_next\/static\/chunks\/[\w.~-]+\.js/g));
  if (first.size < 2) throw new Error("The page names none of its scripts.");
  let asked = 0;
  await page.route("**/_next/static/chunks/*.js*", async (route) => {
    if (first.has(new URL(route.request().url()).pathname)) return route.continue();
    asked += 1;
    return answer(route);
  });
  return () => asked;
}
