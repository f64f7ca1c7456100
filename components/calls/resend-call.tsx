"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call as ask } from "@/lib/browser/call";
import { callsKey } from "@/lib/domain/calls/browser/queries";
import type { CallDetail } from "@/lib/domain/calls/contract";
import { resendCall } from "@/lib/domain/calls/contract";

/** Sends the delivery once more, and shows that sending. Only the last one can be sent again. */
export function ResendCall({ workspace, call }: { workspace: string; call: CallDetail }) {
  const t = useTranslations("calls.resend");
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const router = useRouter();
  const client = useQueryClient();
  const { id, label, state, requestBody, sendings } = call;
  const last = sendings.at(-1);
  const isUnderWay = state === "sending" || state === "working";

  const resend = useMutation({
    mutationFn: () => ask(resendCall, { params: { workspace, callId: id }, body: {} }),
    onSuccess: ({ callId }) => {
      setAsking(false);
      toast.success(t.rich("sent", { label, b: (text) => <bdi>{text}</bdi> }));
      router.push(`/${workspace}/settings/actions/calls/${callId}`);
    },
    // Somebody else was faster: what they did is shown behind the sentence.
    onError: () => client.invalidateQueries({ queryKey: callsKey(workspace) }),
  });

  function open() {
    resend.reset();
    setAsking(true);
  }

  if (requestBody === null) return null;
  if (last && last.id !== id && !isAsking)
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
        open={isAsking}
        onOpenChange={setAsking}
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
