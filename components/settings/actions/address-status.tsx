"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { addressCheckQuery } from "@/lib/actions/receivers/browser/queries";
import { StartLine } from "./start-line";

/** The value, debounced: updates once it has stayed the same for `pauseMs`. */
function useDebounced<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

type AddressVerdictProps = {
  workspace: string;
  url: string;
  /** The error of the last save. */
  saveError: string | undefined;
  isSaved: boolean;
};

const typingMs = 500;

/** Whether a button could call this address now; checked when the typing pauses. */
export function AddressStatus({ workspace, url, saveError, isSaved }: AddressVerdictProps) {
  const t = useTranslations("settings.server");
  const debouncedUrl = useDebounced(url, typingMs);
  const check = useQuery({ ...addressCheckQuery(workspace, debouncedUrl), enabled: debouncedUrl !== "" });

  const startLine = url === debouncedUrl && check.data?.ok === false ? check.data.startLine : null;

  if (saveError !== undefined) return <InvalidAddress text={saveError} startLine={startLine} />;
  if (url === "") return <p className="text-soft">{t("noAddress")}</p>;
  if (url !== debouncedUrl || check.isPending) return <Line tone="busy">{t("checking")}</Line>;
  if (check.error) return <Line tone="bad">{check.error.message}</Line>;
  if (!check.data.ok) return <InvalidAddress text={check.data.message} startLine={startLine} />;
  return <Line tone="good">{isSaved ? check.data.message : t("unsaved", { message: check.data.message })}</Line>;
}

/** The start command at the end of the message is shown separately, so that it can be copied. */
function InvalidAddress({ text, startLine }: { text: string; startLine: string | null }) {
  return (
    <>
      <Line tone="bad">{startLine === null ? text : text.replace(startLine, "").trimEnd()}</Line>
      {startLine !== null && <StartLine line={startLine} />}
    </>
  );
}

const styles = {
  good: { className: "text-ok", icon: <Check aria-hidden className="mt-0.5 size-4 shrink-0" /> },
  bad: { className: "text-problem", icon: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> },
  busy: { className: "text-soft", icon: <Spinner className="mt-0.5" /> },
};

function Line({ tone, children }: { tone: keyof typeof styles; children: ReactNode }) {
  const { className, icon } = styles[tone];
  return (
    <p role="status" className={`flex gap-1.5 ${className}`}>
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
