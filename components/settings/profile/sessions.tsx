"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf } from "@/lib/kernel/contract";
import { sessionsQuery } from "@/lib/workspace/sessions/browser/queries";
import type { listSessions } from "@/lib/workspace/sessions/contract";
import { SessionRow } from "./session-row";

type SessionsProps = { workspace: string; initial: ReplyOf<typeof listSessions> };

export function Sessions({ workspace, initial }: SessionsProps) {
  const { data } = useQuery({ ...sessionsQuery(workspace), initialData: initial });
  const t = useTranslations("profile.sessions");
  return (
    <Panel title={t("title")} description={t("description")} flush>
      <ul aria-label={t("label")} className="divide-y divide-line">
        {data.sessions.map((session) => (
          <SessionRow key={session.id} workspace={workspace} session={session} />
        ))}
      </ul>
    </Panel>
  );
}
