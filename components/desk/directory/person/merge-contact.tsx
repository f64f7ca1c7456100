import { Merge } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { ContactPage } from "@/lib/desk/directory/contract";

const mergeForm = loader(() => import("./merge-form").then(({ MergeForm }) => MergeForm));

type Props = { workspace: string; page: ContactPage };

/** Makes another contact of the same customer a part of this one. */
export function MergeContact({ workspace, page }: Props) {
  const t = useTranslations("contacts.merge");
  const [isOpen, setOpen] = useState(false);
  const MergeForm = useLoaded(mergeForm, isOpen);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Merge aria-hidden className="size-4" />
        {t("open")}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t.rich("title", { name: page.displayName, bdi })} description={t("description")}>
        {MergeForm ? <MergeForm workspace={workspace} page={page} onDone={() => setOpen(false)} /> : <Spinner />}
      </Dialog>
    </>
  );
}
