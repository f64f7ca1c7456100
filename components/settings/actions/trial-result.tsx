"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import type { tryNewSecret } from "@/lib/actions/receivers/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

type Trial = UseMutationResult<ReplyOf<typeof tryNewSecret>, Error, void>;

/** The result of the last trial of the new secret. */
export function TrialResult({ trial: { data, error } }: { trial: Trial }) {
  if (error) return <Alert className="mt-2">{error.message}</Alert>;
  if (!data) return null;
  return (
    <Alert tone={data.accepted ? "good" : "problem"} className="mt-2">
      {data.message}
    </Alert>
  );
}
