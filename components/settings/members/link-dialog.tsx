"use client";

import { SecretDialog } from "@/components/settings/shared/secret-dialog";

export type ShownLink = { kind: "invite" | "reset"; whose: string; token: string };

/** Behind the # the token reaches no server, log or other site. */
const addressOf = ({ kind, token }: ShownLink) => `${window.location.origin}/${kind}#${token}`;

const titles = { invite: "The invitation of", reset: "The reset link of" } as const;

/** The only time that a link is seen. */
export function LinkDialog({ link, onClose }: { link: ShownLink | undefined; onClose: () => void }) {
  return (
    <SecretDialog title={link ? `${titles[link.kind]} ${link.whose}` : ""} label="Link" secret={link && addressOf(link)} onClose={onClose}>
      Send it to them yourself, in a way that only they read. It works once, and is valid for 7 days. It will not be shown again.
    </SecretDialog>
  );
}
