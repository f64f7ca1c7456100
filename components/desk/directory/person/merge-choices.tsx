import { useTranslations } from "next-intl";
import { formatPhone } from "@/components/desk/shared/phone";
import { Radio } from "@/components/ui/radio";
import type { Choice } from "@/lib/context/contacts/merge/contract";
import type { MergeSide } from "@/lib/desk/directory/contract";

/** A value that both contacts have, each another one. `attribute` is its key, if it is no field of its own. */
export type Differing = { key: string; attribute?: string; values: Record<Choice, string> };

const fields = ["name", "email", "phone"] as const;

/** What has to be chosen: where only one has a value, that one stays. */
export function differingValues({ into, from }: { into: MergeSide; from: MergeSide }): Differing[] {
  const ofFields = fields.flatMap((key) => {
    const [one, other] = [into[key], from[key]];
    if (one === null || other === null || one === other) return [];
    const shown = key === "phone" ? formatPhone : (text: string) => text;
    return [{ key, values: { into: shown(one), from: shown(other) } }];
  });
  const ofAttributes = Object.entries(into.attributes).flatMap(([attribute, one]) => {
    const other = from.attributes[attribute];
    if (other === undefined || other === one) return [];
    return [{ key: `attribute ${attribute}`, attribute, values: { into: String(one), from: String(other) } }];
  });
  return [...ofFields, ...ofAttributes];
}

type Props = {
  differing: readonly Differing[];
  choices: Readonly<Record<string, Choice>>;
  /** The userIds of both. */
  names: Record<Choice, string>;
  onChoose: (key: string, choice: Choice) => void;
};

/** The choice of what stays, for each value that differs. */
export function MergeChoices({ differing, choices, names, onChoose }: Props) {
  const t = useTranslations("contacts.merge");
  if (differing.length === 0) return <p className="text-soft text-sm">{t("nothingDiffers")}</p>;
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{t("choose")}</h3>
      {differing.map(({ key, attribute, values }) => (
        <fieldset key={key} className="min-w-0">
          <legend className="text-soft text-sm">
            {attribute === undefined ? t(`fields.${key as (typeof fields)[number]}`) : <bdi>{attribute}</bdi>}
          </legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {(["into", "from"] as const).map((choice) => (
              <Radio
                key={choice}
                name={`merge ${key}`}
                label={values[choice]}
                hint={<bdi>{names[choice]}</bdi>}
                className="wrap-anywhere"
                checked={(choices[key] ?? "into") === choice}
                onChange={() => onChoose(key, choice)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
