"use client";

import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { useFragment } from "@/lib/browser/use-fragment";
import { commandLine } from "@/lib/domain/audit/contract";
import { lookAtInvitation } from "@/lib/domain/members/invitations/contract";
import type { ReplyOf, Role } from "@/lib/kernel/contract";
import { Entrance } from "./entrance";
import { JoinAs } from "./join-as";
import { JoinSignedOut } from "./join-signed-out";
import { LinkProblem } from "./link-problem";
import { OtherAccount } from "./other-account";

const articles: Record<Role, string> = { owner: "an owner", admin: "an admin", agent: "an agent" };
const title = "Your invitation";

/** What a link into a workspace leads to. Its token stays in the fragment, and is sent in bodies alone. */
export function Invitation() {
  const token = useFragment();
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => call(lookAtInvitation, { body: { token: token ?? "" } }),
    enabled: token !== undefined && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (token === "") return <LinkProblem title={title}>This link is not whole. Copy all of it into the address bar.</LinkProblem>;
  if (error) return <LinkProblem title={title}>{error.message}</LinkProblem>;
  if (!data || token === undefined) return <Entrance title={title} description="Looking it up…" children={undefined} />;
  const { workspace, email, signedInAs } = data;
  return (
    <Entrance title={`Join ${workspace}`} description={descriptionOf(data)}>
      {signedInAs === null && <JoinSignedOut token={token} email={email} />}
      {signedInAs === email && <JoinAs token={token} email={email} />}
      {signedInAs !== null && signedInAs !== email && (
        <OtherAccount invited={email} signedInAs={signedInAs} onSignedOut={() => void refetch()} />
      )}
    </Entrance>
  );
}

function descriptionOf({ madeBy, email, role }: ReplyOf<typeof lookAtInvitation>) {
  const maker = madeBy === commandLine.name ? "Whoever runs Beside" : madeBy;
  return (
    <span className="wrap-anywhere">
      <bdi>{maker}</bdi> invited <b className="font-semibold">{email}</b> as {articles[role]}.
    </span>
  );
}
