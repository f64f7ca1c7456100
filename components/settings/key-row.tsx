"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Named } from "@/components/ui/named";
import { RelativeTime } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import { type Key, revokeKey, rotateKey } from "@/lib/keys/contract";
import { keysQuery } from "@/lib/keys/queries";
import { RenameKeyDialog } from "./rename-key-dialog";

type KeyRowProps = { workspace: string; apiKey: Key; onRotated: (secret: string) => void };

export function KeyRow({ workspace, apiKey, onRotated }: KeyRowProps) {
  const { id, name, prefix, lastFour, createdAt, lastUsedAt } = apiKey;
  const [isRenaming, setRenaming] = useState(false);
  const [asked, setAsked] = useState<"rotate" | "revoke">();
  const queries = useQueryClient();
  const params = { workspace, keyId: id };
  const close = () => setAsked(undefined);

  const rotate = useMutation({
    mutationFn: () => call(rotateKey, { params, body: {} }),
    onSuccess: ({ secret }) => {
      void queries.invalidateQueries(keysQuery(workspace));
      close();
      onRotated(secret);
    },
  });
  const revoke = useMutation({
    mutationFn: () => call(revokeKey, { params }),
    onSuccess: async () => {
      toast.success(<Named text={`The key “${name}” was revoked.`} name={name} />);
      close();
      await queries.invalidateQueries(keysQuery(workspace));
    },
  });

  function ask(what: "rotate" | "revoke") {
    rotate.reset();
    revoke.reset();
    setAsked(what);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          <IconButton label={`Rename ${name}`} className="-my-1.5" onClick={() => setRenaming(true)}>
            <Pencil />
          </IconButton>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-soft text-xs">
          <code className="font-mono">
            {prefix}…{lastFour}
          </code>
          <span>
            made <RelativeTime at={createdAt} ago />
          </span>
          <span>{lastUsedAt === null ? "never used" : <LastUsed at={lastUsedAt} />}</span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={`Rotate ${name}`} onClick={() => ask("rotate")}>
          Rotate…
        </Button>
        <Button aria-label={`Revoke ${name}`} onClick={() => ask("revoke")}>
          Revoke…
        </Button>
      </div>
      <RenameKeyDialog workspace={workspace} apiKey={apiKey} open={isRenaming} onOpenChange={setRenaming} />
      <ConfirmDialog
        open={asked === "rotate"}
        onOpenChange={close}
        title={<Named text={`Rotate “${name}”?`} name={name} />}
        confirmLabel="Rotate key"
        busy={rotate.isPending}
        error={rotate.error?.message}
        onConfirm={rotate.mutate}
      >
        A new key takes its place. The old one stops at once: calls that carry it are answered with 401 until your server has the new one.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "revoke"}
        onOpenChange={close}
        title={<Named text={`Revoke “${name}”?`} name={name} />}
        confirmLabel="Revoke key"
        danger
        busy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={revoke.mutate}
      >
        It stops at once, for good: calls that carry it are answered with 401.
      </ConfirmDialog>
    </li>
  );
}

const LastUsed = ({ at }: { at: string }) => (
  <>
    last used <RelativeTime at={at} ago />
  </>
);
