import { useTranslations } from "next-intl";
import { CopyValue } from "@/components/desk/panel/copy-value";
import { Facts } from "@/components/desk/panel/facts";
import { contactFacts } from "@/components/desk/panel/person-facts";
import { SectionTitle } from "@/components/desk/panel/section-title";
import { useCopied } from "@/components/desk/panel/use-copied";
import { When } from "@/components/time/when";
import type { ContactPage } from "@/lib/desk/directory/contract";

/** More than in the panel: nothing is below that must stay in reach. */
const firstCount = 20;
const userIdKey = "userId of the contact";

/** What the customer's backend sent: each value copies itself. */
export function ContactDetails({ contact }: Pick<ContactPage, "contact">) {
  const t = useTranslations("contacts.person");
  const person = useTranslations("chat.person");
  const facts = useTranslations("chat.facts");
  const { copied, copy } = useCopied();
  const { userId, createdAt, updatedAt, lastSeenAt } = contact;
  const times = [
    ["lastSeen", lastSeenAt],
    ["created", createdAt],
    ["updated", updatedAt],
  ] as const;
  return (
    <section aria-label={t("details")} className="border-line border-b p-4">
      <SectionTitle>{t("details")}</SectionTitle>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 text-sm">
        <dt className="py-0.5 text-soft">{t("userId")}</dt>
        <dd className="min-w-0 wrap-anywhere">
          <CopyValue copied={copied?.id === userIdKey ? copied.ok : undefined} onCopy={() => copy(userIdKey, userId)}>
            {userId}
          </CopyValue>
        </dd>
        {contact.aliases.length > 0 && (
          <>
            <dt className="py-0.5 text-soft">{t("aliases")}</dt>
            <dd className="min-w-0 py-0.5 wrap-anywhere">
              {contact.aliases.map((alias) => (
                <bdi key={alias} className="block">
                  {alias}
                </bdi>
              ))}
            </dd>
          </>
        )}
      </dl>
      <Facts facts={contactFacts(facts, contact)} copied={copied} onCopy={copy} firstCount={firstCount} />
      <dl className="mt-3 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 text-sm">
        {times.map(([name, at]) => (
          <div key={name} className="contents">
            <dt className="py-0.5 text-soft">{t(`times.${name}`)}</dt>
            <dd className="py-0.5">{at === null ? t("never") : <When at={at} />}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="sr-only">
        {copied && person(copied.ok ? "copied" : "copyFailed")}
      </p>
    </section>
  );
}
