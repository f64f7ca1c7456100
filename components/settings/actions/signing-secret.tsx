"use client";

import { useTranslations } from "next-intl";
import { RotatingSecret } from "@/components/settings/shared/rotating-secret";
import type { SecretKind } from "@/components/settings/shared/secret-kind";
import { call } from "@/lib/browser/call";
import { endOverlap, revealSecret, rotateSecret } from "@/lib/workspace/secrets/endpoints";
import { OverlapStrip } from "./overlap-strip";
import { useActionSettings } from "./use-action-settings";

type SigningSecretProps = { workspace: string; view: SecretKind["view"] };

export function SigningSecret({ workspace, view }: SigningSecretProps) {
  const { change, refresh } = useActionSettings(workspace);
  const t = useTranslations("settings.secret");
  const params = { workspace };

  const kind: SecretKind = {
    view,
    reveal: () => call(revealSecret, { params, body: {} }),
    rotate: (body) => call(rotateSecret, { params, body }),
    endOverlap: (body) => call(endOverlap, { params, body }),
    onChange: (secret) => change(() => ({ secret })),
    refresh,
    texts: {
      title: t("title"),
      description: t("description"),
      label: t("label"),
      copy: t("copy"),
      rotateTitle: t("rotateTitle"),
      rotateBody: t("rotateBody"),
      dropBody: t("dropBody"),
      newTitle: t("newTitle"),
      newBody: t("newBody"),
      overlap: (time) => t.rich("overlap", { b: (text) => <b className="font-semibold">{text}</b>, time: () => time }),
      endBody: t("endBody"),
      ended: t("ended"),
    },
  };

  return (
    <RotatingSecret
      kind={kind}
      overlap={(endsAt) => <OverlapStrip key={view.createdAt} workspace={workspace} kind={kind} endsAt={endsAt} />}
    />
  );
}
