import { rolesInWords } from "@/lib/domain/buttons/shared/conditions";
import { ConfirmationFields } from "./confirmation-fields";
import { CoolDownFields } from "./cool-down-fields";
import { InputFields } from "./input-fields";
import { isEveryone, type OptionDraft, type OptionFieldsProps } from "./option-draft";
import { OptionSection } from "./option-section";
import { OptionSwitch } from "./option-switch";
import { hasProblemUnder } from "./problems-of";
import { RoleFields } from "./role-fields";
import { ShownWhenFields } from "./shown-when-fields";

const conditionsOf = ({ problem, contact, hasAttribute }: OptionDraft): number => [problem, contact, hasAttribute].filter(Boolean).length;
const count = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`);

/** All that a button may have beyond its label: each line says how it stands, and opens to change it. */
export function ButtonOptionsFields(props: OptionFieldsProps) {
  const { draft, problems, onChange } = props;
  const { confirms, inputs, roles, coolDown, unit } = draft;
  const conditions = conditionsOf(draft);
  const has = (place: string) => hasProblemUnder(problems, `options.${place}`);
  return (
    <section aria-label="More" className="min-w-0">
      <h3 className="mb-1.5 font-medium">More</h3>
      <div className="divide-y divide-line rounded-lg border border-line">
        <OptionSection title="Confirmation" value={confirms ? "Asks first" : "None"} hasProblem={has("explanation")}>
          <ConfirmationFields {...props} />
        </OptionSection>
        <OptionSection
          title="Inputs"
          value={inputs.length === 0 ? "None" : count(inputs.length, "input", "inputs")}
          hasProblem={has("inputs")}
        >
          <InputFields {...props} />
        </OptionSection>
        <OptionSection
          title="Shown"
          value={conditions === 0 ? "Always" : `When ${count(conditions, "condition holds", "conditions hold")}`}
          hasProblem={has("shownWhen")}
        >
          <ShownWhenFields {...props} />
        </OptionSection>
        <OptionSection
          title="Who may press"
          value={isEveryone(roles) ? "Everyone" : rolesInWords(roles) || "Nobody"}
          hasProblem={has("roles")}
        >
          <RoleFields {...props} />
        </OptionSection>
        <OptionSection
          title="Cool-down"
          value={coolDown.trim() === "" ? "None" : `${coolDown} ${unit}`}
          hasProblem={has("coolDownSeconds")}
        >
          <CoolDownFields {...props} />
        </OptionSection>
        <div className="px-3 py-2">
          <OptionSwitch
            title="On problems"
            hint="It also stands on each problem of the person, and sends that problem along."
            checked={draft.onProblemCards}
            onChange={(onProblemCards) => onChange({ onProblemCards })}
          />
        </div>
        <div className="px-3 py-2">
          <OptionSwitch
            title="Danger"
            hint="Drawn in red: for what cannot be taken back."
            checked={draft.danger}
            onChange={(danger) => onChange({ danger })}
          />
        </div>
      </div>
    </section>
  );
}
