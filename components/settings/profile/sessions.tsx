"use client";

import { useQuery } from "@tanstack/react-query";
import { Panel } from "@/components/ui/panel";
import { sessionsQuery } from "@/lib/domain/sessions/browser/queries";
import type { listSessions } from "@/lib/domain/sessions/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { SessionRow } from "./session-row";

type SessionsProps = { workspace: string; initial: ReplyOf<typeof listSessions> };

export function Sessions({ workspace, initial }: SessionsProps) {
  const { data } = useQuery({ ...sessionsQuery(workspace), initialData: initial });
  return (
    <Panel title="Where you are signed in" description="Sign out what you do not recognise, and then change your password" flush>
      <ul aria-label="Sessions" className="divide-y divide-line">
        {data.sessions.map((session) => (
          <SessionRow key={session.id} workspace={workspace} session={session} />
        ))}
      </ul>
    </Panel>
  );
}
