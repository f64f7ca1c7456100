/** A text that opens more of a section. */
export const quietLink =
  "inline-flex min-h-6 items-center gap-1.5 rounded-sm font-medium text-accent text-sm underline-offset-2 hover:underline aria-disabled:text-soft";
