"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/browser/call";
import { createEmbedCode } from "@/lib/desk/helpdesks/endpoints";
import { sendCode } from "./sign-in-window";

type Props = { workspace: string; accountId: string; name: string; origin: string; state: string };

/** Asks once whether this site may show Beside with the agent's session; the next time the window closes by itself. */
export function AllowFrame({ workspace, accountId, name, origin, state }: Props) {
  const t = useTranslations("embed.allow");
  const site = `${accountId} ${workspace} ${origin}`;
  const [hasOpener, setHasOpener] = useState(true);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(createEmbedCode, { params: { workspace }, body: { origin } }),
    onSuccess: ({ code }) => {
      allowedFrames.add(site);
      sendCode({ state, code });
    },
  });
  const begin = useEffectEvent(() => {
    const isOpened = window.opener !== null;
    setHasOpener(isOpened);
    if (isOpened && allowedFrames.has(site)) mutate();
  });
  useEffect(() => begin(), []);

  if (!hasOpener) return <Alert>{t("noOpener")}</Alert>;
  if (isSuccess) return <Alert tone="good">{t("done")}</Alert>;
  return (
    <div className="grid gap-4">
      <p className="text-pretty">
        {t.rich("signedInAs", {
          name,
          b: (text) => (
            <strong className="font-semibold">
              <bdi>{text}</bdi>
            </strong>
          ),
        })}
      </p>
      {error && <Alert>{error.message}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isPending} onClick={() => mutate()}>
          {t("submit")}
        </Button>
        <Button onClick={() => window.close()}>{t("cancel")}</Button>
      </div>
    </div>
  );
}

const key = (site: string) => `frame ${site}`;

/** The sites that this browser was asked about before. Where storage is refused, it asks each time. */
const allowedFrames = {
  has(site: string): boolean {
    try {
      return localStorage.getItem(key(site)) !== null;
    } catch {
      return false;
    }
  },

  add(site: string): void {
    try {
      localStorage.setItem(key(site), "allowed");
    } catch {
      // It asks again the next time.
    }
  },
};
