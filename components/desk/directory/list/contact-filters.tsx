import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import type { ListFilter } from "@/lib/desk/directory/shared/filter";
import { maxTextLength } from "@/lib/desk/directory/shared/limits";
import { seenAttributesQuery } from "@/lib/people/attribute-display/browser/queries";

/** In days. */
const seenWithin = ["1", "7", "30", "90"] as const;

type Props = {
  workspace: string;
  filter: ListFilter;
  onChoose: (part: Partial<ListFilter>) => void;
  onType: (part: Partial<ListFilter>) => void;
};

/** Each change applies by itself. On a phone all but the text are behind one button. */
export function ContactFilters({ workspace, filter, onChoose, onType }: Props) {
  const t = useTranslations("contacts.filters");
  const { data } = useQuery(seenAttributesQuery(workspace));
  const keys = useId();
  const others = useId();
  const [isOpen, setOpen] = useState(false);
  const count = [filter.attribute !== "" && filter.value !== "", filter.seen !== "", filter.problems !== "", filter.tag !== ""].filter(
    Boolean,
  ).length;
  const { data: tags } = useQuery(tagsQuery(workspace));
  const hasAttribute = filter.attribute !== "";
  return (
    <search
      aria-label={t("label")}
      className="grid grid-cols-2 items-end gap-3 px-4 py-3 short:py-1.5 md:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))_auto]"
    >
      <div className="flex items-end gap-2 max-md:col-span-2">
        <Field label={t("text")} className="min-w-0 flex-1 max-md:short:[&>label]:sr-only">
          <Input
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={maxTextLength}
            placeholder={t("textHint")}
            value={filter.text}
            onChange={({ currentTarget }) => onType({ text: currentTarget.value })}
          />
        </Field>
        <span className="flex-none md:hidden">
          <Button aria-expanded={isOpen} aria-controls={others} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal aria-hidden className="size-4" />
            {t("others", { count })}
          </Button>
        </span>
      </div>
      <div id={others} className={isOpen ? "contents" : "contents max-md:hidden"}>
        <Field label={t("attribute")}>
          <Input
            list={keys}
            autoComplete="off"
            spellCheck={false}
            placeholder={t("anyAttribute")}
            value={filter.attribute}
            onChange={({ currentTarget }) => onType({ attribute: currentTarget.value })}
          />
        </Field>
        <datalist id={keys}>
          {data?.items.map(({ key }) => (
            <option key={key} value={key} />
          ))}
        </datalist>
        <Field label={t("value")}>
          <Input
            autoComplete="off"
            spellCheck={false}
            disabled={!hasAttribute}
            {...(!hasAttribute && { placeholder: t("valueHint"), title: t("valueHint") })}
            value={filter.value}
            onChange={({ currentTarget }) => onType({ value: currentTarget.value })}
          />
        </Field>
        <Field label={t("seen")}>
          <Select value={filter.seen} onChange={({ currentTarget }) => onChoose({ seen: currentTarget.value })}>
            <option value="">{t("anyTime")}</option>
            {seenWithin.map((days) => (
              <option key={days} value={days}>
                {t("days", { count: Number(days) })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("tag")}>
          <Select value={filter.tag} onChange={({ currentTarget }) => onChoose({ tag: currentTarget.value })}>
            <option value="">{t("anyTag")}</option>
            {tags?.items.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox
          label={t("problems")}
          className="min-h-9"
          checked={filter.problems !== ""}
          onChange={({ currentTarget }) => onChoose({ problems: currentTarget.checked ? "open" : "" })}
        />
      </div>
    </search>
  );
}
