/** The style of a link that looks like a plain button: for what is downloaded, or is a page of its own. */
export const buttonLink =
  "inline-flex min-h-8 items-center gap-2 whitespace-nowrap rounded-md border border-line bg-surface px-3 py-1.5 font-medium hover:border-accent pointer-coarse:min-h-10";
