import { useTranslations } from "next-intl";
import { type SubmitEvent, useId, useState } from "react";
import { FormattedValue } from "@/components/desk/panel/formatted-value";
import { useCopied } from "@/components/desk/panel/use-copied";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type FieldProblem, fieldProblem } from "@/lib/browser/field-problem";
import { type AttributeDisplay, maxNameLength, type SeenAttribute } from "@/lib/people/attribute-display/contract";
import { nameOf } from "@/lib/people/attribute-display/shared/arrange";
import { checked, type Draft, type DraftField, draftOf, formatOf } from "./draft";
import { FormatFields } from "./format-fields";

type AttributeFormProps = {
  /** The one to change; without it, another one is added. */
  display?: AttributeDisplay | undefined;
  /** Keys that have settings already. */
  taken: readonly string[];
  groups: readonly string[];
  seen: readonly SeenAttribute[];
  isSaving: boolean;
  error: string | undefined;
  onChanged: (isChanged: boolean) => void;
  onCancel: () => void;
  onSave: (display: AttributeDisplay) => void;
};

export function AttributeForm({ display, taken, groups, seen, isSaving, error, onChanged, onCancel, onSave }: AttributeFormProps) {
  const t = useTranslations("settings.attributes");
  const common = useTranslations("common");
  const ids = useId();
  const [draft, setDraft] = useState(() => draftOf(display));
  const [problems, setProblems] = useState<Partial<Record<DraftField, FieldProblem>>>({});
  const labels: Record<DraftField, string> = { key: t("key"), name: t("name"), group: t("group"), format: t("format") };
  const form = useTranslations("refusals");
  const problemOf = (field: DraftField) => problems[field] && `${labels[field]} ${fieldProblem(form, problems[field])}`;
  const example = seen.find(({ key }) => key === draft.key)?.example ?? null;

  function change(part: Partial<Draft>) {
    setDraft({ ...draft, ...part });
    onChanged(true);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const result = checked(draft);
    if ("problems" in result) return setProblems(result.problems);
    if (!display && taken.includes(draft.key)) return setProblems({ key: { message: t("isTaken") } });
    setProblems({});
    onSave(result.display);
  }

  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      {!display && (
        <Field label={labels.key} hint={t("keyHint")} error={problemOf("key")}>
          <Input
            list={`${ids}-keys`}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={draft.key}
            onChange={({ currentTarget }) => change({ key: currentTarget.value })}
          />
        </Field>
      )}
      <datalist id={`${ids}-keys`}>{seen.map(({ key }) => taken.includes(key) || <option key={key} value={key} />)}</datalist>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={common("optional", { label: labels.name })} error={problemOf("name")}>
          <Input
            autoComplete="off"
            maxLength={maxNameLength}
            placeholder={draft.key}
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        </Field>
        <Field label={common("optional", { label: labels.group })} error={problemOf("group")}>
          <Input
            list={`${ids}-groups`}
            autoComplete="off"
            maxLength={maxNameLength}
            value={draft.group}
            onChange={({ currentTarget }) => change({ group: currentTarget.value })}
          />
        </Field>
        <datalist id={`${ids}-groups`}>
          {groups.map((group) => (
            <option key={group} value={group} />
          ))}
        </datalist>
        <FormatFields draft={draft} error={problemOf("format")} onChange={change} />
      </div>
      <OptionSwitch title={t("pin")} hint={t("pinHint")} checked={draft.isPinned} onChange={(isPinned) => change({ isPinned })} />
      <OptionSwitch title={t("list")} hint={t("listHint")} checked={draft.isListed} onChange={(isListed) => change({ isListed })} />
      {example !== null && <Example draft={draft} value={example} />}
      {error !== undefined && <Alert>{error}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {common("save")}
        </Button>
      </div>
    </form>
  );
}

/** A value that a contact has, as it will look. */
function Example({ draft, value }: { draft: Draft; value: NonNullable<SeenAttribute["example"]> }) {
  const t = useTranslations("settings.attributes");
  const { copied, copy } = useCopied();
  const name = nameOf({ key: draft.key, name: draft.name.trim() || null });
  return (
    <dl
      aria-label={t("example")}
      className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 rounded-md border border-line bg-raised px-3 py-2 text-sm"
    >
      <dt className="py-0.5 text-soft wrap-anywhere">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <FormattedValue
          name={name}
          value={value}
          format={formatOf(draft)}
          copy={{ copied: copied?.ok, onCopy: () => copy(draft.key, String(value)) }}
        />
      </dd>
    </dl>
  );
}
