"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RelativeTime } from "@/components/time/relative-time";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { keysQuery } from "@/lib/workspace/keys/browser/queries";
import type { Key } from "@/lib/workspace/keys/contract";
import { revokeKey } from "@/lib/workspace/keys/endpoints";
import { KeyUse } from "./key-use";
import { OlderKey } from "./older-key";
import { RenameKeyDialog } from "./rename-key-dialog";
import { RotateKeyDialog } from "./rotate-key-dialog";

type KeyRowProps = { workspace: string; apiKey: Key; onRotated: (secret: string) => void };

export function KeyRow({ workspace, apiKey, onRotated }: KeyRowProps) {
  const { id, name, prefix, lastFour, createdAt, lastUsedAt, older } = apiKey;
  const [openDialog, setOpenDialog] = useState<"rename" | "rotate" | "revoke">();
  const queries = useQueryClient();
  const t = useTranslations("settings.keys");
  const refresh = () => queries.invalidateQueries(keysQuery(workspace));

  // An error in a dialog may mean that the key has changed, so closing it refetches.
  function close() {
    setOpenDialog(undefined);
    void refresh();
  }

  const revoke = useMutation({
    mutationFn: () => call(revokeKey, { params: { workspace, keyId: id } }),
    onSuccess: () => {
      toast.success(t.rich("revoked", { name, bdi }));
      close();
    },
  });

  function openRevoke() {
    revoke.reset();
    setOpenDialog("revoke");
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          <IconButton label={t("rename", { name })} className="-my-1.5" onClick={() => setOpenDialog("rename")}>
            <Pencil />
          </IconButton>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-soft text-xs">
          <code className="font-mono">
            {prefix}…{lastFour}
          </code>
          <span>{t.rich("created", { time: () => <RelativeTime at={createdAt} ago /> })}</span>
          <span>
            <KeyUse at={lastUsedAt} />
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={t("rotateOf", { name })} onClick={() => setOpenDialog("rotate")}>
          {t("rotate")}
        </Button>
        <Button aria-label={t("revokeOf", { name })} onClick={openRevoke}>
          {t("revoke")}
        </Button>
      </div>
      {older.length > 0 && (
        <div className="grid basis-full gap-2">
          {older.map((one) => (
            <OlderKey key={one.id} workspace={workspace} name={name} older={one} />
          ))}
        </div>
      )}
      <RenameKeyDialog workspace={workspace} apiKey={apiKey} open={openDialog === "rename"} onOpenChange={close} />
      <RotateKeyDialog workspace={workspace} apiKey={apiKey} open={openDialog === "rotate"} onOpenChange={close} onRotated={onRotated} />
      <ConfirmDialog
        open={openDialog === "revoke"}
        onOpenChange={close}
        title={t.rich("revokeTitle", { name, bdi })}
        confirmLabel={t("revokeConfirm")}
        danger
        busy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={revoke.mutate}
      >
        {t(older.length > 0 ? "revokeBothBody" : "revokeBody")}
      </ConfirmDialog>
    </li>
  );
}
