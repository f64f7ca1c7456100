/**
 * The service worker: shows what is pushed, and opens the chat on a click. It caches nothing and answers no request, so a page is never
 * an old one. Its text is as it runs: no build touches it.
 */
const script = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const dataOf = (event) => {
  try {
    return event.data.json();
  } catch {
    return {};
  }
};

self.addEventListener("push", (event) => {
  const { title = "Beside", body = "", tag = "beside", path = "/" } = dataOf(event);
  // One of a chat at a time, as the page shows them. A browser shows a text of its own when nothing is shown.
  const options = { body, tag, renotify: true, icon: "/apple-icon.png", data: { path } };
  event.waitUntil(self.registration.showNotification(title, options));
});

const isDesk = (client, path) => new URL(client.url).pathname.startsWith(path.replace(/\\/[^/]+$/, ""));

async function open(path) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const desk = tabs.find((tab) => isDesk(tab, path));
  if (!desk) return self.clients.openWindow(path);
  // The page goes to the chat by itself: a text that is being written stays.
  desk.postMessage({ kind: "open", path });
  await desk.focus().catch(() => undefined);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});
`;

const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache", "service-worker-allowed": "/" };

export const serviceWorker = () => new Response(script, { headers });
