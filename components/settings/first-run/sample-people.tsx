"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { addSamples, removeSamples } from "@/lib/data/samples/endpoints";

type Props = { workspace: string; samples: "none" | "offered" | "there"; onChanged: () => void };

/** An empty workspace can be filled with sample people, who are removed together. */
export function SamplePeople({ workspace, samples, onChanged }: Props) {
  const t = useTranslations("firstRun.samples");
  const router = useRouter();
  // Which of the two was pressed: the stream says that they are there before all of them are.
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isRemoval: boolean) =>
      isRemoval ? call(removeSamples, { params: { workspace } }) : call(addSamples, { params: { workspace }, body: {} }),
    onSuccess: (_, isRemoval) => {
      toast.success(t(isRemoval ? "removed" : "added"));
      if (!isRemoval) router.push(`/${workspace}/chats`);
      router.refresh();
    },
    onError: (error) => toast.error(error.message),
    onSettled: onChanged,
  });
  const isRemoval = isPending ? variables : samples === "there";
  if (samples === "none") return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line bg-surface px-4 py-3.5">
      <p className="min-w-0 flex-1 basis-64 text-pretty text-soft">{t(isRemoval ? "thereText" : "offer")}</p>
      <Button busy={isPending} onClick={() => mutate(isRemoval)}>
        {t(isRemoval ? "remove" : "add")}
      </Button>
    </div>
  );
}
