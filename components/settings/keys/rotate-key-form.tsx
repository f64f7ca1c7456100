"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Radio } from "@/components/ui/radio";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/browser/call";
import { maxOverlapSeconds } from "@/lib/workspace/keys/contract";
import { rotateKey } from "@/lib/workspace/keys/endpoints";

type RotateKeyFormProps = { workspace: string; keyId: string; onCancel: () => void; onRotated: (secret: string) => void };

const hourSeconds = 3_600;
const overlapHours = [1, 4, 12, maxOverlapSeconds / hourSeconds];

export function RotateKeyForm({ workspace, keyId, onCancel, onRotated }: RotateKeyFormProps) {
  const t = useTranslations("settings.keys");
  const common = useTranslations("common");
  const [overlaps, setOverlaps] = useState(true);
  const [hours, setHours] = useState(maxOverlapSeconds / hourSeconds);

  const rotate = useMutation({
    mutationFn: () => call(rotateKey, { params: { workspace, keyId }, body: { overlapSeconds: overlaps ? hours * hourSeconds : 0 } }),
    onSuccess: ({ secret }) => onRotated(secret),
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    rotate.mutate();
  }

  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      {rotate.error && <Alert>{rotate.error.message}</Alert>}
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t("stops")}</legend>
        <Radio name="stops" label={t("later")} hint={t("laterHint")} checked={overlaps} onChange={() => setOverlaps(true)} />
        {overlaps && (
          <Field label={t("overlap")} className="ms-6.5 w-48 max-w-full">
            <Select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
              {overlapHours.map((count) => (
                <option key={count} value={count}>
                  {t("hours", { count })}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Radio name="stops" label={t("now")} hint={t("nowHint")} checked={!overlaps} onChange={() => setOverlaps(false)} />
      </fieldset>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={rotate.isPending}>
          {t("rotateConfirm")}
        </Button>
      </div>
    </form>
  );
}
