import { AppError } from "@/lib/kernel/errors";

/** 404, not 403: a stranger must not learn that a call exists. */
export const noSuchCall = () => new AppError("not_found", "There is no such call. Calls are kept for 30 days.");

export const bodyGone = () =>
  new AppError("conflict", "The contact was deleted, and what was sent with it. Press the button in the chat instead.");
