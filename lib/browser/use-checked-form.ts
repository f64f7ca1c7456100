"use client";

import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import type { z } from "zod";
import { fieldProblem } from "./field-problem";

/** What a field is called, or that and what is said when nothing was entered. */
type Label = string | { name: string; missing: string };
type Labels<S extends z.ZodObject> = Record<keyof z.input<S> & string, Label>;
type Problems<S extends z.ZodObject> = Partial<Record<keyof z.input<S>, string>>;

/**
 * A form whose fields are named as in a contract's body. It is validated by the same schema as on the server, and each field shows
 * its own problem. The labels are the fields' names in the messages.
 */
export function useCheckedForm<S extends z.ZodObject>(body: S, labels: Labels<S>, send: (values: z.output<S>) => void) {
  const t = useTranslations("refusals");
  const [problems, setProblems] = useState<Problems<S>>({});

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form));
    const checked = body.safeParse(values);
    const said = (name: string, issue: z.core.$ZodIssue) => {
      const label: Label = labels[name as keyof Labels<S>];
      if (typeof label === "string") return `${label} ${fieldProblem(t, issue)}`;
      return values[name] === "" ? label.missing : `${label.name} ${fieldProblem(t, issue)}`;
    };
    const found = checked.success ? {} : problemsOf<S>(checked.error, labels, said);
    setProblems(found);
    if (checked.success) return send(checked.data);
    const [first] = Object.keys(found);
    const control = first === undefined ? null : form.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }

  return { problems, onSubmit };
}

/** The first problem of each field. */
function problemsOf<S extends z.ZodObject>(
  error: z.ZodError,
  labels: Labels<S>,
  said: (name: string, issue: z.core.$ZodIssue) => string,
): Problems<S> {
  const problems: Problems<S> = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0]) as keyof Labels<S>;
    if (name in labels) problems[name] ??= said(name, issue);
  }
  return problems;
}
