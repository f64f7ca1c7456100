"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { formatPhone } from "@/components/desk/shared/phone";
import { RelativeTime } from "@/components/time/relative-time";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { AppError } from "@/lib/kernel/errors";
import { conflictsQuery } from "@/lib/people/links/browser/conflicts";
import type { Conflict, Decision } from "@/lib/people/links/contract";
import { resolveConflict } from "@/lib/people/links/endpoints";
import { ConflictSide } from "./conflict-side";

/** Both contacts of one conflict, and the two decisions. */
export function ConflictRow({ workspace, conflict }: { workspace: string; conflict: Conflict }) {
  const { id, contact, other, createdAt, lastSeenAt } = conflict;
  const [asked, setAsked] = useState<Decision>();
  const queries = useQueryClient();
  const t = useTranslations("settings.conflicts");
  const refresh = () => queries.invalidateQueries(conflictsQuery(workspace));
  const phone = conflict.phone === null ? null : formatPhone(conflict.phone);
  const names = { phone: phone ?? "", user: contact.userId, other: other.userId, bdi };

  const decide = useMutation({
    mutationFn: (decision: Decision) => call(resolveConflict, { params: { workspace, conflictId: id }, body: { decision } }),
    onSuccess: async ({ resolution }) => {
      await refresh();
      toast.success(t.rich(resolution === "phone_moved" ? "moved" : "kept", names));
    },
    // A colleague may have decided: then the row goes away, and the dialog with it.
    onError: (error) => {
      if (error instanceof AppError && error.code !== "unavailable") toast.error(error.message);
      return refresh();
    },
  });

  function ask(decision: Decision) {
    decide.reset();
    setAsked(decision);
  }

  return (
    <li className="px-4 py-4">
      <p className="mb-3 text-pretty">
        {phone === null ? t.rich("cameByCode", names) : t.rich("came", names)}{" "}
        <span className="text-soft text-sm">
          {t.rich("when", { first: () => <RelativeTime at={createdAt} ago />, last: () => <RelativeTime at={lastSeenAt} ago /> })}
        </span>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <ConflictSide title={t(phone === null ? "codeSide" : "userSide")} side={contact} />
        <ConflictSide title={t(phone === null ? "linkedSide" : "phoneSide")} side={other} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button aria-label={t("keepOf", { user: contact.userId, other: other.userId })} onClick={() => ask("keep_apart")}>
          {t("keep")}
        </Button>
        {phone !== null && (
          <Button aria-label={t("moveOf", { phone, user: contact.userId })} onClick={() => ask("move_phone")}>
            {t("move")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked === "keep_apart"}
        onOpenChange={() => setAsked(undefined)}
        title={t("keepTitle")}
        confirmLabel={t("keepConfirm")}
        busy={decide.isPending}
        error={decide.error?.message}
        onConfirm={() => decide.mutate("keep_apart")}
      >
        {phone === null ? t.rich("keepBodyCode", names) : t.rich("keepBody", names)}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "move_phone"}
        onOpenChange={() => setAsked(undefined)}
        title={t("moveTitle", { phone: phone ?? "" })}
        confirmLabel={t("moveConfirm")}
        danger
        busy={decide.isPending}
        error={decide.error?.message}
        onConfirm={() => decide.mutate("move_phone")}
      >
        {t.rich("moveBody", names)}
      </ConfirmDialog>
    </li>
  );
}
