const name = "beside.locale";

/** Tells the other tabs that another language was chosen. */
export function announceLocale(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/** Listens for a choice in another tab. */
export function subscribeToLocale(listener: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = listener;
  return () => channel.close();
}
