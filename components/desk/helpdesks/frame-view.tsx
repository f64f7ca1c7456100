"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { frameAccess } from "@/lib/desk/helpdesks/browser/access";
import type { SentSubject } from "@/lib/desk/helpdesks/contract";
import { getFramePanel } from "@/lib/desk/helpdesks/endpoints";
import { hasCode } from "@/lib/kernel/errors";
import { throttle } from "@/lib/kernel/throttle";
import { frameHost } from "./frame-host";
import { FramePanel } from "./frame-panel";
import { SignInToFrame } from "./sign-in-to-frame";
import { useFrameStream } from "./use-frame-stream";

/** Makes up for a lost notification, and notices when a backend's token has expired. */
const pollMs = 30_000;
const refreshMs = 250;

type Props = {
  workspace: string;
  subject: SentSubject;
  /** The token of a backend. */
  shown: string | undefined;
};

const isRefused = (error: unknown) => hasCode(error, "signed_out");
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The panel of one person, live. Without a valid token it shows nothing of them. */
export function FrameView({ workspace, subject, shown }: Props) {
  const t = useTranslations("embed");
  const client = useQueryClient();
  const [token, setToken] = useState<string>();
  const [access] = useState(() => frameAccess(workspace, setToken));
  const queryKey = useMemo(() => ["frame", workspace, subject, shown], [workspace, subject, shown]);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: () => {
      access.show(shown);
      return access.call(getFramePanel, { params: { workspace }, query: subject });
    },
    // Another token for the same person changes nothing on the screen.
    placeholderData: (before, query) => (isSame(query?.queryKey[2], subject) ? before : undefined),
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : pollMs),
    networkMode: "always",
  });
  const isAgent = data?.viewer.kind === "agent";
  const host = useMemo(
    () => frameHost(client, { workspace, subject, access, queryKey, isAgent }),
    [client, workspace, subject, access, queryKey, isAgent],
  );
  const refresh = useMemo(() => throttle(refreshMs, () => client.invalidateQueries({ queryKey })), [client, queryKey]);
  const isSignedOut = isRefused(error);
  const { away } = useFrameStream({ workspace, subject, token: isSignedOut || !data ? undefined : token, onChange: refresh });

  const signIn = <SignInToFrame workspace={workspace} access={access} onSignedIn={host.refresh} />;
  const signInForButtons = (
    <SignInToFrame workspace={workspace} access={access} onSignedIn={host.refresh}>
      <p className="text-soft text-sm">{t("signIn.forButtons")}</p>
    </SignInToFrame>
  );
  if (isSignedOut) {
    const isExpired = shown !== undefined;
    return (
      <EmptyState isPage title={isExpired ? t("expired.title") : t("signedOut.title")} action={signIn}>
        {isExpired ? t("expired.text") : t("signedOut.text")}
      </EmptyState>
    );
  }
  if (!data) {
    if (!error) return <Skeleton className="m-4 h-40" />;
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} className="m-4" />;
  }
  return (
    <>
      {(away || error) && (
        <p role="status" className="border-line border-b bg-raised px-4 py-1.5 text-soft text-xs">
          {t("away")}
        </p>
      )}
      {data.panel ? (
        <FramePanel panel={data.panel} viewer={data.viewer} confirmation={data.confirmation} host={host} signIn={signInForButtons} />
      ) : (
        <EmptyState isPage title={t("unknown.title")}>
          {t("unknown.text")}
        </EmptyState>
      )}
    </>
  );
}
