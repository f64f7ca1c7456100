"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { saveAddress } from "@/lib/actions/receivers/endpoints";
import { call } from "@/lib/browser/call";
import { AddressStatus } from "./address-status";
import { useActionSettings } from "./use-action-settings";

export function AddressForm({ workspace, saved }: { workspace: string; saved: string }) {
  const [typed, setTyped] = useState(saved);
  const { change } = useActionSettings(workspace);
  const t = useTranslations("settings.server");
  const common = useTranslations("common");
  const url = typed.trim();
  useUnsaved(url !== saved);

  const save = useMutation({
    mutationFn: () => call(saveAddress, { params: { workspace }, body: { url } }),
    onSuccess: ({ url: savedUrl, message }) => {
      change(() => ({ url: savedUrl }));
      toast(message);
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <form method="post" onSubmit={onSubmit} noValidate>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("address")} className="min-w-0 flex-1 basis-64">
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={t("addressExample")}
            value={typed}
            aria-invalid={save.isError || undefined}
            aria-describedby="address-verdict"
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              save.reset();
            }}
          />
        </Field>
        <Button type="submit" variant="primary" busy={save.isPending} className="h-9">
          {common("save")}
        </Button>
      </div>
      <div id="address-verdict" className="mt-2 min-h-5 text-sm">
        <AddressStatus workspace={workspace} url={url} saveError={save.error?.message} isSaved={url === saved} />
      </div>
    </form>
  );
}
