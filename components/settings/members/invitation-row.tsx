"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RelativeTime } from "@/components/time/relative-time";
import { useNow } from "@/components/time/use-now";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import type { Role } from "@/lib/kernel/contract";
import { durationText, hourMs } from "@/lib/kernel/durations";
import type { Locale } from "@/lib/kernel/locale";
import type { Translator } from "@/lib/messages";
import { invitationsQuery } from "@/lib/workspace/members/browser/invitation-queries";
import type { Invitation } from "@/lib/workspace/members/invitations/contract";
import { revokeInvitation } from "@/lib/workspace/members/invitations/endpoints";

/** "valid for 7 days", "valid for 5 h", "expired". */
function remainingDays(t: Translator<"settings.invitations">, leftMs: number, locale: Locale): string {
  if (leftMs <= 0) return t("expired");
  if (leftMs < hourMs) return t("lastHour");
  // Rounded, so that a new invitation still has seven days a second later.
  return t("left", { duration: durationText(leftMs, locale, { isShort: true }) });
}

type InvitationRowProps = { workspace: string; invitation: Invitation; myRole: Role };

export function InvitationRow({ workspace, invitation, myRole }: InvitationRowProps) {
  const { id, email, role, madeBy, createdAt, expiresAt } = invitation;
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const queries = useQueryClient();
  const now = useNow();
  const locale = useLocale();
  const t = useTranslations("settings.invitations");
  const roles = useTranslations("settings.roles");
  const revoke = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { workspace, invitationId: id } }),
    onSuccess: () => {
      toast.success(t("revoked", { email }));
      setConfirmOpen(false);
    },
    onSettled: () => queries.invalidateQueries(invitationsQuery(workspace)),
  });
  const mayRevoke = role !== "owner" || myRole === "owner";

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span aria-hidden className="grid size-8 place-items-center rounded-full border border-line text-soft">
        <Mail className="size-4" />
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <p className="wrap-anywhere font-medium">{email}</p>
        <p className="flex flex-wrap gap-x-3 text-soft text-xs">
          <span>{roles(`${role}.one`)}</span>
          <span className="wrap-anywhere">{t.rich("by", { name: madeBy, bdi, time: () => <RelativeTime at={createdAt} ago /> })}</span>
          <span suppressHydrationWarning>{remainingDays(t, Date.parse(expiresAt) - (now ?? Date.parse(createdAt)), locale)}</span>
        </p>
        {!mayRevoke && <p className="mt-0.5 text-soft text-xs">{t("ownersOnly")}</p>}
      </div>
      <Button aria-label={t("revokeOf", { email })} disabled={!mayRevoke} onClick={() => setConfirmOpen(true)}>
        {t("revoke")}
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={t("revokeTitle", { email })}
        confirmLabel={t("revokeConfirm")}
        danger
        busy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={revoke.mutate}
      >
        {t("revokeBody")}
      </ConfirmDialog>
    </li>
  );
}
