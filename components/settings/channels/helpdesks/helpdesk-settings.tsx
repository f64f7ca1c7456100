"use client";

import { useQuery } from "@tanstack/react-query";
import type { Sample } from "@/components/settings/channels/samples";
import { helpdesksQuery } from "@/lib/desk/helpdesks/browser/settings";
import type { Helpdesks } from "@/lib/desk/helpdesks/contract";
import { ChatwootPanel } from "./chatwoot-panel";
import { EmbedPanel } from "./embed-panel";
import { EmbedSamples } from "./embed-samples";

type HelpdeskSettingsProps = { workspace: string; guessedOrigin: string; initial: Helpdesks; samples: Sample[] };

export function HelpdeskSettings({ workspace, guessedOrigin, initial, samples }: HelpdeskSettingsProps) {
  const { data } = useQuery({ ...helpdesksQuery(workspace), initialData: initial });
  const { chatwoot, embed, addresses } = data;
  return (
    <>
      <ChatwootPanel workspace={workspace} chatwoot={chatwoot} path={addresses.chatwoot} guessedOrigin={guessedOrigin} />
      <EmbedPanel workspace={workspace} saved={embed} />
      <EmbedSamples guessedOrigin={guessedOrigin} samples={samples} />
    </>
  );
}
