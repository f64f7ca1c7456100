const reserved = new Set([
  "api",
  "v1",
  "sign-in",
  "login",
  "signin",
  "log-in",
  "setup",
  "docs",
  "widget",
  "loader",
  "simulator",
  "invite",
  "reset",
  "new-password",
  "settings",
  "chats",
  "contacts",
  "_next",
]);

/** Paths that the product itself uses, so that no workspace has them as its address. */
export const isReserved = (slug: string): boolean => reserved.has(slug);
