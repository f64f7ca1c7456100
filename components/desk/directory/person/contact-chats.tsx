import { useTranslations } from "next-intl";
import { ChannelIcon } from "@/components/desk/directory/timeline/channel-icon";
import { SectionTitle } from "@/components/desk/panel/section-title";
import { RelativeTime } from "@/components/time/relative-time";
import { Link } from "@/components/ui/link";
import { Pill } from "@/components/ui/pill";
import { useShownName } from "@/components/ui/use-shown-name";
import type { ContactPage } from "@/lib/desk/directory/contract";

type Props = { workspace: string } & Pick<ContactPage, "chats" | "chatsCount" | "people">;

/** All chats of whoever is this contact, in every channel, as one list; and who that is. */
export function ContactChats({ workspace, chats, chatsCount, people }: Props) {
  const t = useTranslations("contacts.person");
  const channels = useTranslations("chat.channels");
  const statuses = useTranslations("chat.linked.statuses");
  const linkedBy = useTranslations("chat.person.linkedBy");
  const nameOf = useShownName();
  const names = new Map(people.map(({ id, displayName }) => [id, nameOf(displayName)]));
  return (
    <>
      <section aria-label={t("chats")} className="border-line border-b p-4">
        <SectionTitle>
          {t("chats")} <span className="font-normal tabular-nums">{chatsCount}</span>
        </SectionTitle>
        {chats.length === 0 && <p className="text-sm text-soft">{t("noChats")}</p>}
        <ul className="flex flex-col gap-0.5">
          {chats.map(({ id, personId, channel, status, lastItemAt, assignee }) => (
            <li key={id}>
              <Link
                href={`/${workspace}/chats/${id}`}
                prefetch={false}
                className="-mx-2 grid min-h-9 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-2 rounded-md px-2 py-1 text-sm hover:bg-raised"
              >
                <ChannelIcon channel={channel} />
                <span className="truncate">
                  <span className="sr-only">{channels(channel)}, </span>
                  <bdi>{names.get(personId) ?? channels(channel)}</bdi>
                  <span className="text-soft">
                    {" · "}
                    {statuses(status)}
                    {assignee && (
                      <>
                        {" · "}
                        <bdi>{assignee.name}</bdi>
                      </>
                    )}
                  </span>
                </span>
                <RelativeTime at={lastItemAt} ago className="text-soft text-xs" />
              </Link>
            </li>
          ))}
        </ul>
        {chatsCount > chats.length && <p className="mt-1 text-soft text-xs">{t("newestChats", { count: chats.length })}</p>}
      </section>
      {people.length > 0 && (
        <section aria-label={t("people")} className="p-4">
          <SectionTitle>{t("people")}</SectionTitle>
          <ul className="flex flex-col gap-2 text-sm">
            {people.map((person) => (
              <li key={person.id} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
                <ChannelIcon channel={person.channel} />
                <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                  <bdi>{nameOf(person.displayName)}</bdi>
                  {person.isBlocked && <Pill tone="bad">{t("blocked")}</Pill>}
                </p>
                <p className="col-start-2 text-soft text-xs">{linkedBy(person.linkedBy)}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
