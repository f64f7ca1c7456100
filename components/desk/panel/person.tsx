import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { slides } from "@/components/desk/shared/slides";
import { Avatar } from "@/components/ui/avatar";
import { Link } from "@/components/ui/link";
import { TagPill } from "@/components/ui/tag-pill";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Panel } from "@/lib/desk/panel/contract";
import { quietLink } from "./classes";
import { CopyValue } from "./copy-value";
import { Facts } from "./facts";
import { LinkedChats } from "./linked-chats";
import { factsOf } from "./person-facts";
import { useCopied } from "./use-copied";

/** In a frame, a contact may have no person. */
type Shown = Pick<Panel, "contact" | "linkedChats" | "linkedChatsCount"> & {
  person: Omit<Panel["person"], "id">;
};

/** No attribute's or fact's id. */
const userIdKey = "userId of the contact";

type Props = {
  panel: Shown;
  /** How the person is linked, where that is possible: null until it is there. */
  linking?: ReactNode;
};

/** The contact from the customer's backend, or the channel's data for an unlinked person. */
export function Person({ panel, linking }: Props) {
  const t = useTranslations("chat.person");
  const facts = useTranslations("chat.facts");
  const { workspace, isFrame } = usePanelHost();
  const { copied, copy } = useCopied();
  const nameOf = useShownName();
  const { contact, person, linkedChats, linkedChatsCount } = panel;
  return (
    <section {...slides} aria-label={t("title")} className="flex-none border-line border-b p-4">
      <div className="grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3">
        <Avatar name={nameOf(person.displayName)} size={44} />
        <div>
          <h2 className="font-semibold text-lg/[22px] wrap-anywhere">{nameOf(person.displayName)}</h2>
          <div className="text-soft text-xs wrap-anywhere">
            {contact ? (
              <CopyValue copied={copied?.id === userIdKey ? copied.ok : undefined} onCopy={() => copy(userIdKey, contact.userId)}>
                {contact.userId}
              </CopyValue>
            ) : (
              t("notLinked")
            )}
          </div>
        </div>
      </div>
      <p className="mt-2 flex flex-wrap gap-1 empty:hidden">
        {contact?.tags?.map((tag) => (
          <TagPill key={tag.id} tag={tag} />
        ))}
      </p>
      <Facts facts={factsOf(facts, panel)} copied={copied} onCopy={copy} />
      <LinkedChats chats={linkedChats} count={linkedChatsCount} />
      {contact && !isFrame && (
        <Link href={`/${workspace}/contacts/${contact.id}`} prefetch={false} className={`mt-2 ${quietLink}`}>
          {t("open")}
        </Link>
      )}
      {contact && person.linkedBy && <p className="mt-2 text-soft text-xs">{t(`linkedBy.${person.linkedBy}`)}</p>}
      {linking !== undefined && <div className={contact ? "" : "min-h-8"}>{linking}</div>}
      <p role="status" className="sr-only">
        {copied && t(copied.ok ? "copied" : "copyFailed")}
      </p>
    </section>
  );
}
