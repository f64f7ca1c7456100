"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RotatingSecret } from "@/components/settings/shared/rotating-secret";
import type { SecretKind } from "@/components/settings/shared/secret-kind";
import { SecretOverlap } from "@/components/settings/shared/secret-overlap";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import type { WebsiteView } from "@/lib/channels/website/contract";
import { endIdentifyOverlap, revealIdentifySecret, rotateIdentifySecret } from "@/lib/channels/website/endpoints";
import { useWebsite } from "./use-website";

/** Signs who a visitor is. It is made when somebody asks for it. */
export function IdentifySecret({ workspace, view }: { workspace: string; view: WebsiteView["secret"] }) {
  const { change, refresh } = useWebsite(workspace);
  const t = useTranslations("settings.website.secret");
  const params = { workspace };
  const create = useMutation({
    mutationFn: () => call(revealIdentifySecret, { params, body: {} }),
    onSuccess: refresh,
    onError: (error) => toast.error(error.message),
  });

  if (view === null) {
    return (
      <Panel title={t("title")} description={t("description")}>
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-64 text-pretty text-soft">{t("none")}</p>
          <Button busy={create.isPending} onClick={() => create.mutate()}>
            {t("create")}
          </Button>
        </div>
      </Panel>
    );
  }

  const kind: SecretKind = {
    view,
    reveal: () => call(revealIdentifySecret, { params, body: {} }),
    rotate: (body) => call(rotateIdentifySecret, { params, body }),
    endOverlap: (body) => call(endIdentifyOverlap, { params, body }),
    onChange: (secret) => change((current) => ({ ...current, secret })),
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

  return <RotatingSecret kind={kind} overlap={(endsAt) => <SecretOverlap key={view.createdAt} kind={kind} endsAt={endsAt} />} />;
}
