import { useLocale } from "next-intl";
import { useId } from "react";
import { Pill } from "@/components/ui/pill";
import type { Template } from "@/lib/channels/whatsapp/contract";
import { languageName, previewText } from "./templates";

type Props = { template: Template; onChoose: (template: Template) => void };

/** A template that cannot be sent from here says why instead of being a button. */
export function TemplateRow({ template, onChoose }: Props) {
  const { name, language, category, problem } = template;
  const id = useId();
  const facts = (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span id={`${id}-name`} className="wrap-anywhere font-medium">
          {name}
        </span>
        <span id={`${id}-language`} className="text-soft text-xs">
          {languageName(language, useLocale())}
        </span>
        <Pill className="capitalize">{category.toLowerCase()}</Pill>
      </span>
      <span id={`${id}-text`} className="wrap-anywhere mt-0.5 line-clamp-2 text-soft text-sm">
        {previewText(template)}
      </span>
      {problem !== null && <span className="mt-0.5 block text-pretty text-problem text-sm">{problem}</span>}
    </>
  );

  return (
    <li>
      {problem === null ? (
        <button
          type="button"
          aria-labelledby={`${id}-name ${id}-language`}
          aria-describedby={`${id}-text`}
          onClick={() => onChoose(template)}
          className="-outline-offset-2 block w-full px-3 py-2.5 text-start hover:bg-raised"
        >
          {facts}
        </button>
      ) : (
        <div className="px-3 py-2.5">{facts}</div>
      )}
    </li>
  );
}
