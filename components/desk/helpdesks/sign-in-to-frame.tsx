"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { FrameAccess } from "@/lib/desk/helpdesks/browser/access";
import { requestCode } from "./sign-in-window";

type Props = { workspace: string; access: FrameAccess; onSignedIn: () => void; children?: ReactNode };

type Opened = { origin: string | undefined; code: ReturnType<typeof requestCode> };

/** Signs in through a window of our own site: in a frame most browsers send no cookie. */
export function SignInToFrame({ workspace, access, onSignedIn, children }: Props) {
  const t = useTranslations("embed.signIn");
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ origin, code }: Opened) => {
      if (origin === undefined) throw new Error(t("noOrigin"));
      if (code === null) throw new Error(t("blocked"));
      const received = await code;
      if (received === undefined) return;
      await access.signIn(received, origin);
      onSignedIn();
    },
  });
  // Within the click itself: later some browsers block the window.
  function open() {
    const origin = embeddingOrigin();
    mutate({ origin, code: origin === undefined ? null : requestCode(workspace, origin) });
  }
  return (
    <div className="flex flex-col items-center gap-3">
      {children}
      <Button variant="primary" busy={isPending} onClick={open}>
        {t("submit")}
      </Button>
      {error && <Alert>{error.message}</Alert>}
    </div>
  );
}

/**
 * The origin of the page that shows this frame; undefined when the browser does not say. It is used to ask for the right permission and
 * to bind a code: the policy of this page (`frame-ancestors`) is what keeps other sites from showing it.
 */
function embeddingOrigin(): string | undefined {
  const [parent] = window.location.ancestorOrigins ?? [];
  if (parent !== undefined && parent !== "null") return parent;
  const referrer = document.referrer;
  if (!URL.canParse(referrer)) return undefined;
  const { origin } = new URL(referrer);
  // After a reload within the frame it names ourselves.
  return origin === window.location.origin ? undefined : origin;
}
