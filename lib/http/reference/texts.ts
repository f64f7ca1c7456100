import type { Translator } from "@/lib/messages";

/** The texts around the content, in the reader's language. */
export const textsOf = (t: Translator<"reference">) => ({
  title: t("title"),
  search: t("search"),
  searchHint: t("searchHint"),
  results: t("results"),
  found: (count: number) => t("found", { count }),
  pages: t("pages"),
  guides: t("guides"),
  endpoints: t("endpoints"),
  skip: t("skip"),
  markdown: t("markdown"),
  inEnglish: t("inEnglish"),
  missing: t("missing"),
  toStart: t("toStart"),
  copy: t("copy"),
  copied: t("copied"),
  tryIt: t("tryIt"),
  key: t("key"),
  keyHint: t("keyHint"),
  body: t("body"),
  send: t("send"),
  sending: t("sending"),
  failed: t("failed"),
});

export type Texts = ReturnType<typeof textsOf>;
