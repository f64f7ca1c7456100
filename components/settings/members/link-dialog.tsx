"use client";

import { useTranslations } from "next-intl";
import { SecretDialog } from "@/components/settings/shared/secret-dialog";
import { bdi } from "@/components/ui/bdi";

export type ShownLink = { kind: "invite" | "reset"; name: string; token: string };

/** The token is in the fragment, so that it reaches no server, log or other site. */
const addressOf = ({ kind, token }: ShownLink) => `${window.location.origin}/${kind}#${token}`;

/** Shows the link, once. */
export function LinkDialog({ link, onClose }: { link: ShownLink | undefined; onClose: () => void }) {
  const t = useTranslations("settings.link");
  return (
    <SecretDialog
      title={link ? t.rich(link.kind === "invite" ? "invite" : "reset", { name: link.name, bdi }) : ""}
      label={t("label")}
      copyLabel={t("copy")}
      secret={link && addressOf(link)}
      onClose={onClose}
      isPassedOn
    >
      {t("body")}
    </SecretDialog>
  );
}
