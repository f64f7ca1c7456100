"use client";

import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Radio } from "@/components/ui/radio";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/browser/call";
import { maxOverlapSeconds, rotateKey } from "@/lib/domain/keys/contract";

type RotateKeyFormProps = { workspace: string; keyId: string; onCancel: () => void; onRotated: (secret: string) => void };

const hourSeconds = 3_600;
const overlapHours = [1, 4, 12, maxOverlapSeconds / hourSeconds];

export function RotateKeyForm({ workspace, keyId, onCancel, onRotated }: RotateKeyFormProps) {
  const [overlaps, setOverlaps] = useState(false);
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
        <legend className="sr-only">When the old key stops</legend>
        <Radio
          name="stops"
          label="At once"
          hint="Calls that carry it are answered with 401 until your server has the new one."
          checked={!overlaps}
          onChange={() => setOverlaps(false)}
        />
        <Radio
          name="stops"
          label="Later"
          hint="Both keys work until then, so that your server can change over without a gap. You can end it sooner."
          checked={overlaps}
          onChange={() => setOverlaps(true)}
        />
      </fieldset>
      {overlaps && (
        <Field label="The old key goes on for" className="ml-6.5 w-48 max-w-full">
          <Select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
            {overlapHours.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? "1 hour" : `${count} hours`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={rotate.isPending}>
          Rotate key
        </Button>
      </div>
    </form>
  );
}
