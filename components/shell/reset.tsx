"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { call } from "@/lib/browser/call";
import { useFragment } from "@/lib/browser/use-fragment";
import { lookAtReset, useResetLink as resetByLink } from "@/lib/domain/members/resets/contract";
import { Entrance } from "./entrance";
import { LinkProblem } from "./link-problem";
import { NewPasswordForm } from "./new-password-form";

/** What a reset link leads to. Its token stays in the fragment, and is sent in bodies alone. */
export function Reset() {
  const t = useTranslations("shell.reset");
  const common = useTranslations("common");
  const token = useFragment();
  const { data, error } = useQuery({
    queryKey: ["reset", token],
    queryFn: () => call(lookAtReset, { body: { token: token ?? "" } }),
    enabled: token !== undefined && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (token === "") return <LinkProblem title={t("title")}>{t("cut")}</LinkProblem>;
  if (error) return <LinkProblem title={t("title")}>{error.message}</LinkProblem>;
  if (!data || token === undefined) return <Entrance title={t("title")} description={common("loading")} children={undefined} />;
  const { email } = data;
  return (
    <Entrance title={t("title")} description={<span className="wrap-anywhere">{t("description", { email })}</span>}>
      <NewPasswordForm email={email} next="/" choose={(password) => call(resetByLink, { body: { token, password } })} />
    </Entrance>
  );
}
