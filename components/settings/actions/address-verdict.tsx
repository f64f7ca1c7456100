"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSettled } from "@/components/settings/shared/use-settled";
import { Spinner } from "@/components/ui/spinner";
import { addressCheckQuery } from "@/lib/domain/receivers/browser/queries";
import { StartLine } from "./start-line";

type AddressVerdictProps = {
  workspace: string;
  url: string;
  /** Why it was not saved. */
  refusal: string | undefined;
  isSaved: boolean;
};

const typingMs = 500;

/** What would happen if a button called this address now; looked up when the typing pauses. */
export function AddressVerdict({ workspace, url, refusal, isSaved }: AddressVerdictProps) {
  const t = useTranslations("settings.server");
  const settled = useSettled(url, typingMs);
  const check = useQuery({ ...addressCheckQuery(workspace, settled), enabled: settled !== "" });

  const startLine = url === settled && check.data?.ok === false ? check.data.startLine : null;

  if (refusal !== undefined) return <Refusal text={refusal} startLine={startLine} />;
  if (url === "") return <p className="text-soft">{t("noAddress")}</p>;
  if (url !== settled || check.isPending) return <Line tone="busy">{t("checking")}</Line>;
  if (check.error) return <Line tone="bad">{check.error.message}</Line>;
  if (!check.data.ok) return <Refusal text={check.data.message} startLine={startLine} />;
  return <Line tone="good">{isSaved ? check.data.message : t("unsaved", { message: check.data.message })}</Line>;
}

/** The line at the end of the message stands apart, to be copied. */
function Refusal({ text, startLine }: { text: string; startLine: string | null }) {
  return (
    <>
      <Line tone="bad">{startLine === null ? text : text.replace(startLine, "").trimEnd()}</Line>
      {startLine !== null && <StartLine line={startLine} />}
    </>
  );
}

const looks = {
  good: { className: "text-ok", icon: <Check aria-hidden className="mt-0.5 size-4 shrink-0" /> },
  bad: { className: "text-problem", icon: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> },
  busy: { className: "text-soft", icon: <Spinner className="mt-0.5" /> },
};

function Line({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  const { className, icon } = looks[tone];
  return (
    <p role="status" className={`flex gap-1.5 ${className}`}>
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
