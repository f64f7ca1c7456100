import { useTranslations } from "next-intl";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { rolesText } from "@/components/settings/shared/roles-text";
import { ConfirmationFields } from "./confirmation-fields";
import { CooldownFields } from "./cooldown-fields";
import { problemNamesOf } from "./draft-options";
import { InputFields } from "./input-fields";
import { OnProblemsFields } from "./on-problems-fields";
import { isEveryone, type OptionDraft, type OptionFieldsProps } from "./option-draft";
import { OptionSection } from "./option-section";
import { hasProblemUnder } from "./problems-of";
import { RoleFields } from "./role-fields";
import { ShownWhenFields } from "./shown-when-fields";

const conditionsOf = ({ problem, contact, hasAttribute }: OptionDraft): number => [problem, contact, hasAttribute].filter(Boolean).length;

/** The options of a button: each line shows the current value and opens to change it. */
export function ButtonOptionsFields({ workspace, ...props }: OptionFieldsProps & { workspace: string }) {
  const { draft, problems, onChange } = props;
  const { confirms, inputs, roles, cooldown, unit } = draft;
  const t = useTranslations("settings");
  const conditions = conditionsOf(draft);
  const has = (path: string) => hasProblemUnder(problems, `options.${path}`);
  return (
    <section aria-label={t("button.options")} className="min-w-0">
      <h3 className="mb-1.5 font-medium">{t("button.options")}</h3>
      <div className="divide-y divide-line rounded-lg border border-line">
        <OptionSection
          title={t("button.confirmation.title")}
          value={t(confirms ? "button.confirmation.on" : "button.none")}
          hasProblem={has("explanation")}
        >
          <ConfirmationFields {...props} />
        </OptionSection>
        <OptionSection
          title={t("button.inputs.title")}
          value={inputs.length === 0 ? t("button.none") : t("button.inputs.count", { count: inputs.length })}
          hasProblem={has("inputs")}
        >
          <InputFields {...props} />
        </OptionSection>
        <OptionSection
          title={t("button.shown.title")}
          value={conditions === 0 ? t("button.shown.always") : t("button.shown.count", { count: conditions })}
          hasProblem={has("shownWhen")}
        >
          <ShownWhenFields {...props} />
        </OptionSection>
        <OptionSection
          title={t("button.roles.title")}
          value={isEveryone(roles) ? t("button.roles.everyone") : rolesText(t, roles) || t("button.roles.nobody")}
          hasProblem={has("roles")}
        >
          <RoleFields {...props} />
        </OptionSection>
        <OptionSection
          title={t("button.cooldown.title")}
          value={cooldown.trim() === "" ? t("button.none") : t("button.cooldown.value", { amount: cooldown, unit })}
          hasProblem={has("coolDownSeconds")}
        >
          <CooldownFields {...props} />
        </OptionSection>
        <OptionSection
          title={t("button.onProblems.title")}
          value={
            draft.onProblems === "named"
              ? t("button.onProblems.count", { count: problemNamesOf(draft).length })
              : t(`button.onProblems.values.${draft.onProblems}`)
          }
          hasProblem={has("problemEvents")}
        >
          <OnProblemsFields workspace={workspace} {...props} />
        </OptionSection>
        <div className="px-3 py-2">
          <OptionSwitch
            title={t("button.danger.title")}
            hint={t("button.danger.hint")}
            checked={draft.danger}
            onChange={(danger) => onChange({ danger })}
          />
        </div>
      </div>
    </section>
  );
}
