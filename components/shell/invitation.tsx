"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { call } from "@/lib/browser/call";
import { useFragment } from "@/lib/browser/use-fragment";
import type { ReplyOf } from "@/lib/kernel/contract";
import { commandLine } from "@/lib/workspace/audit/contract";
import type * as contracts from "@/lib/workspace/members/invitations/contract";
import { getInvitation } from "@/lib/workspace/members/invitations/endpoints";
import { JoinAs } from "./join-as";
import { JoinSignedOut } from "./join-signed-out";
import { LinkProblem } from "./link-problem";
import { OtherAccount } from "./other-account";
import { SignedOutLayout } from "./signed-out-layout";

/** The page of an invitation link. The token stays in the fragment and is sent only in request bodies. */
export function Invitation() {
  const t = useTranslations("shell.invitation");
  const common = useTranslations("common");
  const token = useFragment();
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => call(getInvitation, { body: { token: token ?? "" } }),
    enabled: token !== undefined && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (token === "") return <LinkProblem title={t("title")}>{t("cut")}</LinkProblem>;
  if (error) return <LinkProblem title={t("title")}>{error.message}</LinkProblem>;
  if (!data || token === undefined) return <SignedOutLayout title={t("title")} description={common("loading")} children={undefined} />;
  const { workspace, email, signedInAs } = data;
  return (
    <SignedOutLayout title={t("join", { workspace })} description={<Description invitation={data} />}>
      {signedInAs === null && <JoinSignedOut token={token} email={email} />}
      {signedInAs === email && <JoinAs token={token} email={email} />}
      {signedInAs !== null && signedInAs !== email && (
        <OtherAccount invited={email} signedInAs={signedInAs} onSignedOut={() => void refetch()} />
      )}
    </SignedOutLayout>
  );
}

function Description({ invitation: { madeBy, email, role } }: { invitation: ReplyOf<typeof contracts.getInvitation> }) {
  const t = useTranslations("shell.invitation");
  return (
    <span className="wrap-anywhere">
      {t.rich(`as.${role}`, {
        by: madeBy === commandLine.name ? t("operator") : madeBy,
        email,
        name: (text) => <bdi>{text}</bdi>,
        b: (text) => <b className="font-semibold">{text}</b>,
      })}
    </span>
  );
}
