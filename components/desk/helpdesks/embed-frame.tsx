"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFragment } from "@/lib/browser/use-fragment";
import type { SentSubject } from "@/lib/desk/helpdesks/contract";
import { FrameView } from "./frame-view";
import { tokenIn, tokenSubject } from "./token-subject";
import { useChatwoot } from "./use-chatwoot";

type Props = {
  workspace: string;
  /** The person whom the address names. */
  asked: SentSubject;
  /** In a dashboard app of Chatwoot: its origin, as the admin entered it. */
  chatwoot?: { origin: string | undefined };
};

/** A client without the desk's way to the sign-in, which no other site may show. */
const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: "always" } } });

/** The page that other sites show in a frame. */
export function EmbedFrame({ workspace, asked, chatwoot }: Props) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <main className="min-h-dvh bg-bg">
        {chatwoot ? <ChatwootFrame workspace={workspace} origin={chatwoot.origin} /> : <AddressFrame workspace={workspace} asked={asked} />}
      </main>
    </QueryClientProvider>
  );
}

/** Shows whom the token in the fragment names, or the address. */
function AddressFrame({ workspace, asked }: Pick<Props, "workspace" | "asked">) {
  const t = useTranslations("embed.none");
  const fragment = useFragment();
  const token = tokenIn(fragment ?? "");
  const subject = useMemo(() => (token === undefined ? asked : tokenSubject(token)), [token, asked]);
  if (fragment === undefined) return <Loading />;
  if (token === undefined && Object.keys(subject).length === 0) {
    return (
      <EmptyState isPage title={t("title")}>
        {t("text")}
      </EmptyState>
    );
  }
  return <FrameView workspace={workspace} subject={subject} shown={token} />;
}

function ChatwootFrame({ workspace, origin }: { workspace: string; origin: string | undefined }) {
  const t = useTranslations("embed.silent");
  const found = useChatwoot(origin);
  if (found.state === "asking") return <Loading />;
  if (found.state === "silent") {
    return (
      <EmptyState isPage title={t("title")}>
        {t("text")}
      </EmptyState>
    );
  }
  return <FrameView workspace={workspace} subject={found.subject} shown={undefined} />;
}

const Loading = () => <Skeleton className="m-4 h-40" />;
