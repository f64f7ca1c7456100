import type { Template } from "@/lib/channels/whatsapp/contract";
import { formatLocales, type Locale } from "@/lib/kernel/locale";

/** What the customer reads, in parts: texts, and variables by their name in `values`. A variable may occur twice, so parts are numbered. */
type PreviewPart = { id: number; kind: "text"; text: string } | { id: number; kind: "variable"; name: string };

const variable = /\{\{([^{}]+)\}\}/u;

export const previewParts = (preview: string): PreviewPart[] =>
  preview
    .split(variable)
    .map((part, id): PreviewPart => (id % 2 === 0 ? { id, kind: "text", text: part } : { id, kind: "variable", name: part.trim() }))
    .filter((part) => part.kind === "variable" || part.text !== "");

/** The text with the names of its variables, as a list shows it. */
export function previewText({ preview, variables }: Pick<Template, "preview" | "variables">): string {
  const labelOf = (name: string) => variables.find(({ key }) => key === name)?.label ?? name;
  return previewParts(preview)
    .map((part) => (part.kind === "text" ? part.text : `{{${labelOf(part.name)}}}`))
    .join("");
}

const searchable = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The templates that have every word of the search in their name or text; a name's underscores count as spaces. */
export function findTemplates(templates: readonly Template[], search: string): Template[] {
  const words = searchable(search)
    .split(/[\s_]+/u)
    .filter(Boolean);
  return templates.filter(({ name, preview }) => {
    const text = searchable(`${name.replaceAll("_", " ")} ${preview}`);
    return words.every((word) => text.includes(word));
  });
}

/** `en_US` → "American English"; the code itself for a language without a name. */
export function languageName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(formatLocales[locale], { type: "language" }).of(code.replaceAll("_", "-")) ?? code;
  } catch {
    return code;
  }
}

/** The same template may exist in several languages. */
export const templateKey = ({ name, language }: Pick<Template, "name" | "language">): string => `${name} ${language}`;
