import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ButtonInput } from "@/lib/domain/buttons/shared/options";
import { hintOf } from "./input-hint";

type Props = { input: ButtonInput; error: string | undefined };

/** One input of a button. Most are required, so optional ones are marked. */
export function InputField({ input, error }: Props) {
  const t = useTranslations("chat.inputs");
  const common = useTranslations("common");
  const { name, label, required } = input;
  return (
    <Field label={required ? label : common("optional", { label })} hint={hintOf(t, input)} error={error}>
      {input.type === "text" && <Input name={name} autoComplete="off" aria-required={required} />}
      {input.type === "number" && (
        <Input
          name={name}
          inputMode={input.whole ? "numeric" : "decimal"}
          autoComplete="off"
          aria-required={required}
          className="tabular-nums"
        />
      )}
      {input.type === "choice" && (
        <Select name={name} defaultValue="" aria-required={required}>
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
