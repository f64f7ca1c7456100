import { useEffect, useState } from "react";
import { visitorApi } from "@/components/channels/website/api";
import { followConversation, type Live } from "@/components/channels/website/conversation";
import { type Host, hostOf } from "@/components/channels/website/host";
import { createIdentity } from "@/components/channels/website/identity";
import type { ToFrame } from "@/components/channels/website/protocol";
import type { WidgetSettings } from "./settings";

type Begin = Extract<ToFrame, { kind: "begin" }>;

export type Session = {
  token: string;
  live: Live;
  seenUntil: string;
  /** The page said who they are. */
  isNamed: boolean;
  name: (signed: string) => void;
};

function begin(workspace: string, host: Host, { token, readUntil, unsent, identity }: Begin): Session {
  const api = visitorApi(workspace, token);
  const person = createIdentity(identity, {
    api,
    onConflict: () => host.send({ kind: "renew" }),
    onRefused: (text) => host.send({ kind: "warn", text }),
  });
  const live = followConversation({
    api,
    workspace,
    token,
    stored: unsent,
    store: (id, value) => host.send({ kind: "store", id, value }),
    identified: person.settled,
  });
  const name = (signed: string) => {
    person.name(signed);
    live.refetch();
  };
  return { token, live, seenUntil: readUntil, isNamed: identity !== null, name };
}

/** The visitor's identity, as the page around the frame says it, and whether the page shows the frame. */
export function useSession({ workspace, config }: WidgetSettings): {
  host: Host | undefined;
  session: Session | undefined;
  isOpen: boolean;
} {
  const [host, setHost] = useState<Host>();
  const [session, setSession] = useState<Session>();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const page = hostOf({ workspace, ...config });
    let current: Session | undefined;

    function show(next: Session | undefined): void {
      current = next;
      setSession(next);
    }

    function receive(message: ToFrame): void {
      switch (message.kind) {
        case "begin":
          current?.live.end();
          show(begin(workspace, page, message));
          setOpen(message.isOpen);
          break;
        case "shown":
          setOpen(message.isOpen);
          break;
        case "identify":
          current?.name(message.token);
          show(current && { ...current, isNamed: true });
          break;
        case "seen":
          show(current && { ...current, seenUntil: message.until });
          break;
      }
    }

    const stopListening = page.listen(receive);
    setHost(page);
    page.send({ kind: "ready" });
    return () => {
      stopListening();
      current?.live.end();
    };
  }, [workspace, config]);

  return { host, session, isOpen };
}
