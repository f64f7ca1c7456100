"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import { callsKey } from "@/lib/actions/calls/browser/queries";
import type { CallDetail } from "@/lib/actions/calls/contract";
import { resendCall } from "@/lib/actions/calls/endpoints";
import { call as callApi } from "@/lib/browser/call";

/** Resends the delivery and opens the new call. Only the last call of a delivery can be resent. */
export function ResendCall({ workspace, call }: { workspace: string; call: CallDetail }) {
  const t = useTranslations("calls.resend");
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const reasonId = useId();
  const router = useRouter();
  const client = useQueryClient();
  const { id, label, state, requestBody, sendings } = call;
  const last = sendings.at(-1);
  const isUnderWay = state === "sending" || state === "working";

  const resend = useMutation({
    mutationFn: () => callApi(resendCall, { params: { workspace, callId: id }, body: {} }),
    onSuccess: ({ callId }) => {
      setConfirmOpen(false);
      toast.success(t.rich("sent", { label, b: (text) => <bdi>{text}</bdi> }));
      router.push(`/${workspace}/settings/actions/calls/${callId}`);
    },
    // Another admin may have resent it first: the page behind the dialog shows that call.
    onError: () => client.invalidateQueries({ queryKey: callsKey(workspace) }),
  });

  function open() {
    resend.reset();
    setConfirmOpen(true);
  }

  if (requestBody === null) return null;
  if (last && last.id !== id && !isConfirmOpen)
    return (
      <Link href={`/${workspace}/settings/actions/calls/${last.id}`} className="rounded-sm py-1.5 font-medium text-accent hover:underline">
        {t("wasResent")}
      </Link>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button disabled={isUnderWay} aria-describedby={isUnderWay ? reasonId : undefined} onClick={open}>
        <RotateCw aria-hidden className="size-4" />
        {t("open")}
      </Button>
      {isUnderWay && (
        <span id={reasonId} className="text-soft text-xs">
          {t("notYet")}
        </span>
      )}
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={t.rich("title", { label, b: (text) => <bdi>{text}</bdi> })}
        confirmLabel={t("confirm")}
        busy={resend.isPending}
        error={resend.error?.message}
        onConfirm={resend.mutate}
      >
        {t("warning")}
      </ConfirmDialog>
    </div>
  );
}
