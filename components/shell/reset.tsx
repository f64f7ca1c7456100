"use client";

import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { useFragment } from "@/lib/browser/use-fragment";
import { lookAtReset, useResetLink as resetByLink } from "@/lib/domain/members/resets/contract";
import { Entrance } from "./entrance";
import { LinkProblem } from "./link-problem";
import { NewPasswordForm } from "./new-password-form";

const title = "Choose a new password";

/** What a reset link leads to. Its token stays in the fragment, and is sent in bodies alone. */
export function Reset() {
  const token = useFragment();
  const { data, error } = useQuery({
    queryKey: ["reset", token],
    queryFn: () => call(lookAtReset, { body: { token: token ?? "" } }),
    enabled: token !== undefined && token !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (token === "") return <LinkProblem title={title}>This link is not whole. Copy all of it into the address bar.</LinkProblem>;
  if (error) return <LinkProblem title={title}>{error.message}</LinkProblem>;
  if (!data || token === undefined) return <Entrance title={title} description="Looking it up…" children={undefined} />;
  const { email } = data;
  return (
    <Entrance title={title} description={<span className="wrap-anywhere">For {email}. Every session of this account ends.</span>}>
      <NewPasswordForm email={email} next="/" choose={(password) => call(resetByLink, { body: { token, password } })} />
    </Entrance>
  );
}
