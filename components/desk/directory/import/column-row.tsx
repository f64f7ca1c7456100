import { useTranslations } from "next-intl";
import { memo } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Pill } from "@/components/ui/pill";
import { Select } from "@/components/ui/select";
import type { Column, ValueType } from "@/lib/data/imports/contract";
import { isolated } from "@/lib/kernel/text";
import { type ColumnDraft, type ColumnProblem, columnChoices } from "./column-draft";

const valueTypes = ["text", "number", "boolean"] as const satisfies readonly ValueType[];

type Props = {
  column: Column;
  draft: ColumnDraft;
  problem: ColumnProblem | undefined;
  /** It is one of several that are the name. */
  isJoined: boolean;
  /** It is as it was guessed. */
  isGuessed: boolean;
  /** The id of a list of attributes that contacts have. */
  attributes: string;
  /** The type that contacts have under the name. */
  typeOfContacts: ValueType | undefined;
  onChange: (index: number, draft: ColumnDraft) => void;
};

/** A column of the file, with values of it, and what it is imported as. Memoized, because a file may have hundreds. */
export const ColumnRow = memo(function ColumnRow({
  column,
  draft,
  problem,
  isJoined,
  isGuessed,
  attributes,
  typeOfContacts,
  onChange,
}: Props) {
  const t = useTranslations("imports.columns");
  const { index, header, examples } = column;
  const name = header === "" ? t("unnamed", { number: index + 1 }) : header;
  const { choice } = draft;
  const found = typeOfContacts ?? column.type;
  return (
    <tr className="border-line border-t align-top max-sm:block max-sm:first:border-t-0">
      <th scope="row" className="py-3 ps-4 pe-3 text-start font-normal max-sm:block max-sm:pe-4 max-sm:pb-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
          {isGuessed && <Pill>{t("guessed")}</Pill>}
        </span>
        {examples.length === 0 ? (
          <span className="block text-soft text-xs">{t("noValues")}</span>
        ) : (
          <span className="mt-0.5 block text-soft text-xs">
            <span className="sr-only">{t("examples")}</span>
            {examples.map((example, at) => (
              // Within a line of the page’s direction, so that values stand below their header whatever their script.
              <span key={at} className="block truncate">
                <bdi>{example}</bdi>
              </span>
            ))}
          </span>
        )}
      </th>
      <td className="py-3 pe-4 max-sm:block max-sm:ps-4 max-sm:pt-2">
        <span aria-hidden className="mb-1 block text-soft text-xs sm:hidden">
          {t("as")}
        </span>
        <Field
          label={t("importAs", { name: isolated(name) })}
          hidesLabel
          hint={isJoined && t("joined")}
          error={problem === "taken" ? t("taken", { field: t(`choices.${choice}`) }) : undefined}
        >
          <Select
            value={choice}
            onChange={({ currentTarget }) => {
              const chosen = columnChoices.find((one) => one === currentTarget.value);
              if (chosen) onChange(index, { ...draft, choice: chosen });
            }}
          >
            {columnChoices.map((one) => (
              <option key={one} value={one}>
                {t(`choices.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        {choice === "attribute" && (
          <Field
            className="mt-2"
            label={t("attributeOf", { name: isolated(name) })}
            hidesLabel
            error={problem === "attributeEmpty" ? t("attributeEmpty") : problem === "attributeTaken" ? t("attributeTaken") : undefined}
          >
            <Input
              list={attributes}
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              placeholder={t("attribute")}
              value={draft.name}
              onChange={({ currentTarget }) => onChange(index, { ...draft, name: currentTarget.value })}
            />
          </Field>
        )}
        {choice === "attribute" && (
          <Field className="mt-2" label={t("typeOf", { name: isolated(name) })} hidesLabel>
            <Select
              value={draft.type}
              onChange={({ currentTarget }) => {
                const { value } = currentTarget;
                onChange(index, { ...draft, type: valueTypes.find((one) => one === value) ?? "" });
              }}
            >
              <option value="">
                {found === null
                  ? t("typeFound")
                  : t("typeFoundAs", { type: t(`types.${found}`), isOfContacts: String(typeOfContacts !== undefined) })}
              </option>
              {valueTypes.map((one) => (
                <option key={one} value={one}>
                  {t(`types.${one}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </td>
    </tr>
  );
});
