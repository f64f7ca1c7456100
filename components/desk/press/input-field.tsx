import { useLocale, useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ButtonInput } from "@/lib/actions/buttons/shared/options";
import type { Locale } from "@/lib/kernel/locale";
import { numberToType } from "@/lib/kernel/typed-number";
import type { Translator } from "@/lib/messages";

/** "EUR, 1 to 500, whole": the input's limits. */
function hintOf(t: Translator<"chat.inputs">, input: ButtonInput, locale: Locale): string | undefined {
  if (input.type === "text") return input.maxLength === null ? undefined : t("maxLength", { count: input.maxLength });
  if (input.type === "choice") return undefined;
  const { min, max, whole, unit } = input;
  const parts = [unit || undefined, rangeOf(t, [min, max], locale), whole ? t("whole") : undefined].filter((part) => part !== undefined);
  return parts.length > 0 ? `${parts.join(", ")}.` : undefined;
}

/** As they are typed: the field rejects "1,000". */
function rangeOf(t: Translator<"chat.inputs">, limits: [number | null, number | null], locale: Locale): string | undefined {
  const [min, max] = limits.map((limit) => (limit === null ? undefined : numberToType(limit, locale)));
  if (min !== undefined && max !== undefined) return t("between", { min, max });
  if (min !== undefined) return t("min", { min });
  return max === undefined ? undefined : t("max", { max });
}

type Props = {
  input: ButtonInput;
  /** From the problem that the button is pressed on. */
  filled: string | undefined;
  error: string | undefined;
};

/** One input of a button. Most are required, so optional ones are marked. */
export function InputField({ input, filled, error }: Props) {
  const t = useTranslations("chat.inputs");
  const common = useTranslations("common");
  const { name, label, required } = input;
  const hint = [filled !== undefined && t("filled"), hintOf(t, input, useLocale())].filter(Boolean).join(" ");
  return (
    <Field label={required ? label : common("optional", { label })} hint={hint} error={error}>
      {input.type === "text" && <Input name={name} defaultValue={filled} autoComplete="off" aria-required={required} />}
      {input.type === "number" && (
        <Input
          name={name}
          defaultValue={filled}
          inputMode={input.whole ? "numeric" : "decimal"}
          autoComplete="off"
          aria-required={required}
          className="tabular-nums"
        />
      )}
      {input.type === "choice" && (
        <Select name={name} defaultValue={filled ?? ""} aria-required={required}>
          <option value="">{t(required ? "choose" : "none")}</option>
          {input.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
