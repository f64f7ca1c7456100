import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import { Dialog } from "@/components/ui/dialog";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { Tag } from "@/lib/chats/tags/contract";

type Props = {
  workspace: string;
  isAdmin: boolean;
  contactId: string;
  name: string;
  /** An instance of the previous version sends none. */
  tags: readonly Tag[] | undefined;
  open: boolean;
  onClose: () => void;
};

const choices = loader(() => import("./contact-tag-choices").then(({ ContactTagChoices }) => ContactTagChoices));

/** Which tags a contact has, on its page and beside its chats. */
export function ContactTagDialog({ name, tags = [], open, onClose, ...contact }: Props) {
  const t = useTranslations("contacts.tags");
  const Choices = useOpened(choices, open, onClose);
  return (
    <Dialog open={open && Choices !== undefined} onOpenChange={(next) => !next && onClose()} title={t.rich("title", { name, bdi })}>
      {Choices && <Choices {...contact} tags={tags} />}
    </Dialog>
  );
}
