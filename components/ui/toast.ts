import type { ReactNode } from "react";
import type { ExternalToast, toast as Shown } from "sonner";

const idleMs = 2_000;

type Show = (text: ReactNode, options?: ExternalToast) => void;
type Loaded = typeof import("./toasts");

let loading: Promise<Loaded> | undefined;
let want = () => {};
let ready = () => {};
const isReady = new Promise<void>((resolve) => {
  ready = resolve;
});

/** No page begins with a toast: what shows them is loaded with the first one, or once the page is idle and still has a network. */
export function loadToasts(): Promise<Loaded> {
  loading ??= import("./toasts").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Calls `onWanted` when toasts should be mounted, until the returned function is called. */
export function whenWanted(onWanted: () => void): () => void {
  want = onWanted;
  const timer = setTimeout(() => loadToasts().then(onWanted, () => undefined), idleMs);
  return () => clearTimeout(timer);
}

/** Called when toasts are mounted: earlier ones would not be seen. */
export const toastsAreReady = (): void => ready();

function later(show: (toast: typeof Shown) => unknown): void {
  want();
  Promise.all([loadToasts(), isReady]).then(
    ([loaded]) => show(loaded.toast),
    () => undefined,
  );
}

const message: Show = (text, options) => later((toast) => toast(text, options));
const success: Show = (text, options) => later((toast) => toast.success(text, options));
const error: Show = (text, options) => later((toast) => toast.error(text, options));
const dismiss = (id: string): void => later((toast) => toast.dismiss(id));

/** A short message that goes away by itself. */
export const toast = Object.assign(message, { success, error, dismiss });
