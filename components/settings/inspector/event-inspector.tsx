"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { TextArea } from "@/components/ui/text-area";
import { call } from "@/lib/browser/call";
import { problemWords } from "@/lib/context/events/shared/level-words";
import { inspectEvent } from "@/lib/desk/reach/endpoints";
import { localeNames } from "@/lib/kernel/locale";
import { Inspected } from "./inspected";

const sample = `{
  "event": "Card declined",
  "userId": "user_8841",
  "properties": { "amount": "59.90 EUR", "reference": "INV-2041" }
}`;

/** What an event would do, before anything sends it. */
export function EventInspector({ workspace }: { workspace: string }) {
  const t = useTranslations("settings.inspector");
  const [text, setText] = useState(sample);
  const id = useId();
  const inspect = useMutation({ mutationFn: () => call(inspectEvent, { params: { workspace }, body: { text } }) });

  return (
    <>
      <Panel title={t("body")} description={t("bodyHint")}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            inspect.mutate();
          }}
        >
          <label htmlFor={id} className="sr-only">
            {t("body")}
          </label>
          <TextArea
            id={id}
            rows={8}
            value={text}
            maxLength={100_000}
            spellCheck={false}
            dir="ltr"
            className="max-h-96 overflow-y-auto font-mono text-sm"
            onChange={({ target }) => setText(target.value)}
          />
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={inspect.isPending}>
              {t("check")}
            </Button>
            <p className="min-w-0 flex-1 basis-60 text-pretty text-soft text-xs">{t("nothingStored")}</p>
          </div>
        </form>
      </Panel>
      <ProblemWords />
      <div role="status">
        {inspect.error && <Alert>{inspect.error.message}</Alert>}
        {inspect.data && <Inspected workspace={workspace} inspected={inspect.data} />}
      </div>
    </>
  );
}

/** The words by which a name without a level is that of a problem, folded in. */
function ProblemWords() {
  const t = useTranslations("settings.inspector");
  return (
    <details className="mb-4 px-1 text-sm">
      <summary className="cursor-pointer py-1 font-medium">{t("words")}</summary>
      <div className="grid gap-2 py-2 text-soft">
        <p className="max-w-prose text-pretty">{t("wordsRule")}</p>
        {Object.entries(problemWords).map(([language, words]) => (
          <p key={language} className="text-pretty">
            <b className="text-text">{localeNames[language as keyof typeof problemWords]}</b>:{" "}
            <span lang={language}>{words.join(", ")}</span>
          </p>
        ))}
      </div>
    </details>
  );
}
