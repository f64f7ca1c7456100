// Locks of the browser are released when a tab closes or crashes, so no tab has to be asked whether it still lives.

const isAborted = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/** Holds a lock until the returned function is called; `onHeld` is called once it is ours. */
function hold(name: string, mode: LockMode, onHeld: () => void = () => undefined): () => void {
  // Ends the wait for the lock, and then the lock.
  const controller = new AbortController();
  const released = new Promise<void>((resolve) => controller.signal.addEventListener("abort", () => resolve()));
  navigator.locks
    .request(name, { mode, signal: controller.signal }, () => {
      onHeld();
      return released;
    })
    .catch((error: unknown) => {
      if (!isAborted(error)) throw error;
    });
  return () => controller.abort();
}

/** One of several tabs of an account notifies: the first, and when it closes the next. */
export const becomeNotifier = (account: string, workspace: string, onHeld: () => void): (() => void) =>
  hold(`beside.notifier ${account} ${workspace}`, "exclusive", onHeld);

const watchName = (chatId: string) => `beside.watched ${chatId}`;

/** Says to the other tabs that this one shows the chat, and is visible. */
export const watchChat = (chatId: string): (() => void) => hold(watchName(chatId), "shared");

/** Whether any tab shows the chat, and is visible. */
export async function isWatched(chatId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === watchName(chatId));
}
