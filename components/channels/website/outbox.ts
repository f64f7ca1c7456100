import { backoffMs } from "@/lib/kernel/backoff";
import { CallError, type VisitorApi, type VisitorMessage } from "./api";
import type { StoredMessage } from "./protocol";
import { storedFrom, type Unsent, unsentFrom } from "./unsent";

type Options = {
  api: Pick<VisitorApi, "send">;
  stored: readonly StoredMessage[];
  store: (id: string, value: string | null) => void;
  /** Nothing is sent before it is known who the visitor is. @throws CallError */
  identified: () => Promise<void>;
  onChange: () => void;
  onSaved: (message: VisitorMessage) => void;
  onRefused: (error: CallError) => void;
};

const asCallError = (error: unknown): CallError => (error instanceof CallError ? error : new CallError(0));

/**
 * Sends messages one after the other, in the order in which they were written. Ids are made here, so sending one twice is
 * harmless: what may have arrived is sent again until the server says so. Without a network all wait and say "not sent".
 */
export function createOutbox({ api, stored, store, identified, onChange, onSaved, onRefused }: Options) {
  let unsent: readonly Unsent[] = unsentFrom(stored);
  let isThrottled = false;
  let isSending = false;
  let isEnded = false;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(next: readonly Unsent[]): void {
    unsent = next;
    onChange();
  }
  const mark = (state: Unsent["state"], applies: (one: Unsent) => boolean) =>
    set(unsent.map((one) => (applies(one) ? { ...one, state } : one)));

  function drop(id: string): void {
    store(id, null);
    if (unsent.some((one) => one.id === id)) set(unsent.filter((one) => one.id !== id));
  }

  function wait({ retryAfterMs, status }: CallError): void {
    isThrottled = status === 429;
    // A limit is not the network: the message is on its way, only later.
    if (isThrottled) onChange();
    else mark("failed", ({ state }) => state === "sending");
    timer = setTimeout(sendAll, Math.max(retryAfterMs, backoffMs(attempts, { firstMs: 1_000, maxMs: 15_000 })));
    attempts += 1;
  }

  const firstWaiting = () => unsent.find(({ state }) => state !== "refused");

  async function sendFirst({ id, text, attachments }: Unsent): Promise<void> {
    await identified();
    const { message } = await api.send({ id, text, attachments: attachments.map((one) => one.id) });
    attempts = 0;
    isThrottled = false;
    onSaved(message);
    drop(id);
  }

  /** Sends until nothing is left or one has to wait. */
  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    for (let next = firstWaiting(); next && !isEnded; next = firstWaiting()) {
      const { id } = next;
      const failure = await sendFirst(next).then(() => undefined, asCallError);
      if (isEnded) break;
      if (failure?.isPassing) {
        wait(failure);
        break;
      }
      if (failure) {
        mark("refused", (one) => one.id === id);
        onRefused(failure);
      }
    }
    isSending = false;
  }

  function retry(): void {
    attempts = 0;
    mark("sending", ({ state }) => state === "failed");
    sendAll();
  }

  sendAll();
  return {
    unsent: () => unsent,
    isThrottled: () => isThrottled,
    send(message: Omit<Unsent, "state">): void {
      const written: Unsent = { ...message, state: "sending" };
      const { id, value } = storedFrom(written);
      store(id, value);
      set([...unsent, written]);
      sendAll();
    },
    /** The network is back. */
    wake(): void {
      if (!isThrottled) sendAll();
    },
    retry,
    discard: drop,
    end(): void {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
