"use client";

import { useQuery } from "@tanstack/react-query";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf } from "@/lib/contract";
import type { listSessions } from "@/lib/sessions/contract";
import { sessionsQuery } from "@/lib/sessions/queries";
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
