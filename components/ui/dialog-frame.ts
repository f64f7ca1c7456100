/** Dialogs and confirmations share one overlay and one frame, which scrolls as a whole in a low window: its buttons would not fit. */
export const overlay = "fixed inset-0 z-40 bg-[rgb(0_0_0/0.45)]";
export const frame =
  "fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl border border-line bg-surface outline-none short:block short:overflow-y-auto";
