"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";
import { Button } from "@/components/ui/button";
import { Pill } from "@/components/ui/pill";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import type { Translator } from "@/lib/messages";
import { sessionsQuery } from "@/lib/workspace/sessions/browser/queries";
import type { Session } from "@/lib/workspace/sessions/contract";
import { endSession } from "@/lib/workspace/sessions/endpoints";
import { type Device, deviceOf } from "@/lib/workspace/sessions/shared/device";

function deviceText(t: Translator<"profile.sessions">, { browser, system }: Device): string {
  if (system === null) return browser ?? t("device.other");
  return browser === null ? t("device.someBrowser", { system }) : t("device.browser", { browser, system });
}

export function SessionRow({ workspace, session }: { workspace: string; session: Session }) {
  const { id, createdAt, lastSeenAt, isThis } = session;
  const queries = useQueryClient();
  const t = useTranslations("profile.sessions");
  const agent = deviceText(t, deviceOf(session.agent));
  const end = useMutation({
    mutationFn: () => call(endSession, { params: { workspace, sessionId: id } }),
    onSuccess: () => toast.success(t("signedOut", { agent })),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries(sessionsQuery(workspace)),
  });

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex items-center gap-2">
          <span className="wrap-anywhere font-medium">{agent}</span>
          {isThis && <Pill>{t("thisOne")}</Pill>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-soft text-xs">
          <span>{t.rich("signedIn", { time: () => <RelativeTime at={createdAt} ago /> })}</span>
          {!isThis && <span>{t.rich("lastSeen", { time: () => <RelativeTime at={lastSeenAt} ago /> })}</span>}
        </p>
      </div>
      {!isThis && (
        <Button aria-label={t("signOutOf", { agent })} busy={end.isPending} onClick={() => end.mutate()}>
          {t("signOut")}
        </Button>
      )}
    </li>
  );
}
