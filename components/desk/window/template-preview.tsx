import { useTranslations } from "next-intl";
import type { Template } from "@/lib/channels/whatsapp/contract";
import { previewParts } from "./templates";

type Props = { template: Template; values: Readonly<Record<string, string>> };

/** What the customer reads; a value that is not filled in yet shows its name. */
export function TemplatePreview({ template, values }: Props) {
  const t = useTranslations("chat.templates");
  const labelOf = (name: string) => template.variables.find(({ key }) => key === name)?.label ?? name;

  return (
    <figure>
      <figcaption className="mb-1.5 font-medium">{t("preview")}</figcaption>
      <p className="wrap-anywhere w-fit max-w-full whitespace-pre-wrap rounded-[14px_4px_14px_14px] border border-line bg-raised px-3 py-2">
        {previewParts(template.preview).map((part) => {
          if (part.kind === "text") return part.text;
          const value = values[part.name]?.trim();
          if (value) return <b key={part.id}>{value}</b>;
          return <mark key={part.id} className="rounded-sm bg-note px-1 text-text">{`{{${labelOf(part.name)}}}`}</mark>;
        })}
      </p>
    </figure>
  );
}
