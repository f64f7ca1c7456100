import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { AttributeFormat, Tone } from "@/lib/people/attribute-display/contract";
import { currencies } from "@/lib/people/attribute-display/shared/currencies";
import type { Draft } from "./draft";

const kinds = AttributeFormat.options.map(({ shape }) => shape.kind.value);

type Props = { draft: Draft; error: string | undefined; onChange: (part: Partial<Draft>) => void };

/** How the value is written, with the options of that format. */
export function FormatFields({ draft, error, onChange }: Props) {
  const t = useTranslations("settings.attributes");
  return (
    <>
      <Field label={t("format")} hint={t(`hints.${draft.kind}`)} error={error}>
        <Select
          value={draft.kind}
          onChange={({ currentTarget }) => onChange({ kind: kinds.find((kind) => kind === currentTarget.value) ?? "text" })}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`formats.${kind}`)}
            </option>
          ))}
        </Select>
      </Field>
      {draft.kind === "money" && (
        <Field label={t("currency")}>
          <Select value={draft.currency} onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}>
            {currencies().map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {draft.kind === "badge" && (
        <Field label={t("colour")}>
          <Select
            value={draft.tone}
            onChange={({ currentTarget }) => onChange({ tone: Tone.options.find((tone) => tone === currentTarget.value) ?? "plain" })}
          >
            {Tone.options.map((tone) => (
              <option key={tone} value={tone}>
                {t(`tones.${tone}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
