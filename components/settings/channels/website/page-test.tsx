"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { call } from "@/lib/browser/call";
import { type FieldProblem, fieldProblem } from "@/lib/browser/field-problem";
import { pageTestQuery } from "@/lib/channels/website/browser/queries";
import { startPageTest as contract, type WebsiteView } from "@/lib/channels/website/contract";
import { startPageTest } from "@/lib/channels/website/endpoints";
import { PageTestOutcome } from "./page-test-outcome";
import { useWebsite } from "./use-website";

/** After that it is said why nothing may have been loaded; it may be loaded yet. */
const silentAfterMs = 20_000;

type Props = { workspace: string; view: WebsiteView };

/** Opens a page of the customer's, whose loader says whether the chat shows there. */
export function PageTest({ workspace, view }: Props) {
  const t = useTranslations("settings.website.test");
  const { allowedOrigins, isOn } = view.settings;
  const [url, setUrl] = useState(() => (allowedOrigins[0] === undefined ? "" : `${allowedOrigins[0]}/`));
  const { start, begin } = useStart(workspace);
  const isSilent = useSilence(start.data?.test.id);
  const { data } = useQuery({ ...pageTestQuery(workspace), enabled: start.isSuccess });
  const known = useId();
  const refusals = useTranslations("refusals");
  const [problem, setProblem] = useState<FieldProblem>();
  const input = useRef<HTMLInputElement>(null);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = contract.body.safeParse({ url });
    flushSync(() => setProblem(checked.error?.issues[0]));
    if (checked.success) begin(url);
    else input.current?.focus();
  }

  return (
    <Panel title={t("title")} description={t("description")}>
      {isOn ? (
        <form onSubmit={onSubmit} noValidate className="flex flex-wrap items-start gap-3">
          <Field
            label={t("address")}
            hint={t("addressHint")}
            error={problem && fieldProblem(refusals, problem)}
            className="min-w-0 flex-1 basis-72"
          >
            <Input
              ref={input}
              type="url"
              list={known}
              autoComplete="off"
              dir="ltr"
              maxLength={2_000}
              required
              placeholder={t("example")}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          </Field>
          <datalist id={known}>
            {allowedOrigins.map((origin) => (
              <option key={origin} value={`${origin}/`} />
            ))}
          </datalist>
          <Button type="submit" className="mt-[26px] max-sm:mt-0" busy={start.isPending}>
            {t(start.isSuccess ? "again" : "start")}
          </Button>
        </form>
      ) : (
        <SwitchedOff workspace={workspace} view={view} />
      )}
      {start.error && <Alert className="mt-3">{start.error.message}</Alert>}
      {isOn && start.data && (
        <PageTestOutcome
          workspace={workspace}
          view={view}
          address={start.data.address}
          // Before it is read, the last answer is that of the test before.
          test={data?.test === undefined ? start.data.test : data.test}
          ownId={start.data.test.id}
          isSilent={isSilent}
        />
      )}
    </Panel>
  );
}

function SwitchedOff({ workspace, view }: Props) {
  const t = useTranslations("settings.website.test");
  const { save } = useWebsite(workspace);
  return (
    <Alert
      tone="warning"
      action={
        <Button busy={save.isPending} onClick={() => save.mutate({ ...view.settings, isOn: true })}>
          {t("switchOn")}
        </Button>
      }
    >
      {save.error?.message ?? t("off")}
    </Alert>
  );
}

function useStart(workspace: string) {
  const start = useMutation({ mutationFn: (url: string) => call(startPageTest, { params: { workspace }, body: { url } }) });

  function begin(url: string): void {
    // Opened by the press itself: what opens later is taken for a popup. The page learns nothing of this one.
    const tab = window.open("", "_blank");
    if (tab) tab.opener = null;
    start.mutate(url, {
      onSuccess: ({ address }) => tab?.location.replace(address),
      onError: () => tab?.close(),
    });
  }
  return { start, begin };
}

/** Whether a test has been going on for a while. */
function useSilence(id: string | undefined): boolean {
  const [silent, setSilent] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSilent(id), silentAfterMs);
    return () => clearTimeout(timer);
  }, [id]);
  return id !== undefined && silent === id;
}
