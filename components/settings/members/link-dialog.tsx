"use client";

import { useTranslations } from "next-intl";
import { SecretDialog } from "@/components/settings/shared/secret-dialog";
import { bdi } from "@/components/ui/bdi";

export type ShownLink = { kind: "invite" | "reset"; name: string; token: string };

/** Behind the # the token reaches no server, log or other site. */
const addressOf = ({ kind, token }: ShownLink) => `${window.location.origin}/${kind}#${token}`;

/** The only time that a link is seen. */
export function LinkDialog({ link, onClose }: { link: ShownLink | undefined; onClose: () => void }) {
  const t = useTranslations("settings.link");
  return (
    <SecretDialog
      title={link ? t.rich(link.kind === "invite" ? "invite" : "reset", { name: link.name, bdi }) : ""}
      label={t("label")}
      copyLabel={t("copy")}
      secret={link && addressOf(link)}
      onClose={onClose}
    >
      {t("body")}
    </SecretDialog>
  );
}
