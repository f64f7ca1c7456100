import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { codeOf, countriesIn, regionOf } from "./calling-codes";

type Props = {
  /** A calling code; null for none. */
  code: string | null;
  onChange: (code: string | null) => void;
};

/** The country of phones that are written as within it. */
export function PhoneCountry({ code, onChange }: Props) {
  const t = useTranslations("imports.columns");
  const locale = useLocale();
  const countries = useMemo(() => countriesIn(locale), [locale]);
  // Several have one code.
  const [chosen, setChosen] = useState<string>();
  const region = chosen !== undefined && codeOf(chosen) === code ? chosen : regionOf(code);
  return (
    <Field label={t("country")} hint={t("countryHint")}>
      <Select
        value={region}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value);
          onChange(codeOf(currentTarget.value));
        }}
      >
        <option value="">{t("noCountry")}</option>
        {countries.map((one) => (
          <option key={one.region} value={one.region}>
            {`${one.name} (+${one.code})`}
          </option>
        ))}
      </Select>
    </Field>
  );
}
