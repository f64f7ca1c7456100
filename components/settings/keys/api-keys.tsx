"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SecretDialog } from "@/components/settings/shared/secret-dialog";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf } from "@/lib/kernel/contract";
import { keysQuery } from "@/lib/workspace/keys/browser/queries";
import type { listKeys } from "@/lib/workspace/keys/contract";
import { CodeSample } from "./code-sample";
import { KeyRow } from "./key-row";
import { NewKeyDialog } from "./new-key-dialog";
import { withKey } from "./with-key";

type ApiKeysProps = {
  workspace: string;
  initial: ReplyOf<typeof listKeys>;
  /** A call to begin with. */
  firstCall: string;
};

const overlapRefetchMs = 15_000;

export function ApiKeys({ workspace, initial, firstCall }: ApiKeysProps) {
  const { data } = useQuery({
    ...keysQuery(workspace),
    initialData: initial,
    // During an overlap the list shows whether the old key is still used.
    refetchInterval: ({ state }) => (state.data?.keys.some(({ older }) => older.length > 0) ? overlapRefetchMs : false),
  });
  const t = useTranslations("settings.keys");
  const [isCreating, setCreating] = useState(false);
  const [newKey, setNewKey] = useState<{ name: string; secret: string }>();

  const createButton = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {t("create")}
    </Button>
  );

  return (
    <Panel title={t("title")} hidesTitle description={t("description")} action={createButton} flush>
      {data.keys.length === 0 ? (
        <EmptyState icon={<KeyRound />} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <ul aria-label={t("label")} className="divide-y divide-line">
          {data.keys.map((key) => (
            <KeyRow key={key.id} workspace={workspace} apiKey={key} onRotated={(secret) => setNewKey({ name: key.name, secret })} />
          ))}
        </ul>
      )}
      <NewKeyDialog workspace={workspace} open={isCreating} onOpenChange={setCreating} onCreated={setNewKey} />
      <SecretDialog
        title={t.rich("shownTitle", { name: newKey?.name ?? "", bdi })}
        label={t("shownLabel")}
        copyLabel={t("shownCopy")}
        secret={newKey?.secret}
        onClose={() => setNewKey(undefined)}
        use={
          <CodeSample title={t("tryTitle")} text={withKey(firstCall, newKey?.secret)}>
            {t("try")}
          </CodeSample>
        }
      >
        {t("shownBody")}
      </SecretDialog>
    </Panel>
  );
}
