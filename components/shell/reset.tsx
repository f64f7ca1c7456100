"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { call } from "@/lib/browser/call";
import { useFragment } from "@/lib/browser/use-fragment";
import { getReset, useResetLink as resetByLink } from "@/lib/workspace/members/resets/endpoints";
import { LinkProblem } from "./link-problem";
import { NewPasswordForm } from "./new-password-form";
import { SignedOutLayout } from "./signed-out-layout";

/** The page of a reset link. The token stays in the fragment and is sent only in request bodies. */
export function Reset() {
  const t = useTranslations("shell.reset");
  const common = useTranslations("common");
  const token = useFragment();
  const { data, error } = useQuery({
    queryKey: ["reset", token],
    queryFn: () => call(getReset, { body: { token: token ?? "" } }),
    enabled: token !== undefined && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (token === "") return <LinkProblem title={t("title")}>{t("cut")}</LinkProblem>;
  if (error) return <LinkProblem title={t("title")}>{error.message}</LinkProblem>;
  if (!data || token === undefined) return <SignedOutLayout title={t("title")} description={common("loading")} children={undefined} />;
  const { email } = data;
  return (
    <SignedOutLayout title={t("title")} description={<span className="wrap-anywhere">{t("description", { email })}</span>}>
      <NewPasswordForm email={email} next="/" choose={(password) => call(resetByLink, { body: { token, password } })} />
    </SignedOutLayout>
  );
}
