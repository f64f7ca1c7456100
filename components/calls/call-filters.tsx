"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { states } from "@/lib/domain/calls/contract";
import { type Chosen, nothingChosen, searchOf } from "./filter";
import { stateWords } from "./words";

export type ButtonOption = { id: string; label: string };
type CallFiltersProps = { chosen: Chosen; buttons: ButtonOption[]; onChoose: (next: Partial<Chosen>) => void };

export function CallFilters({ chosen, buttons, onChoose }: CallFiltersProps) {
  const { status, button, from, to } = chosen;
  const isGone = button !== "" && !buttons.some(({ id }) => id === button);
  return (
    <search aria-label="Narrow the calls" className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-3">
      <Field label="Status" className="min-w-0 flex-1 basis-36">
        <Select value={status} onChange={({ target }) => onChoose({ status: states.find((state) => state === target.value) ?? "" })}>
          <option value="">All</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {stateWords[state]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Button" className="min-w-0 flex-1 basis-36">
        <Select value={button} onChange={({ target }) => onChoose({ button: target.value })}>
          <option value="">All</option>
          {buttons.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          {isGone && <option value={button}>A removed button</option>}
        </Select>
      </Field>
      <Field label="From" className="min-w-0 flex-1 basis-36">
        <Input type="date" value={from} max={to || undefined} onChange={({ target }) => onChoose({ from: target.value })} />
      </Field>
      <Field label="To" className="min-w-0 flex-1 basis-36">
        <Input type="date" value={to} min={from || undefined} onChange={({ target }) => onChoose({ to: target.value })} />
      </Field>
      <Button className="max-sm:w-full" disabled={searchOf(chosen) === ""} onClick={() => onChoose(nothingChosen)}>
        Clear
      </Button>
    </search>
  );
}
