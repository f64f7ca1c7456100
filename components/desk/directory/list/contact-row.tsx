import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { ListedValue } from "@/components/desk/shared/listed-value";
import { formatPhone } from "@/components/desk/shared/phone";
import { RelativeTime } from "@/components/time/relative-time";
import { Link } from "@/components/ui/link";
import { TagLine } from "@/components/ui/tag-line";
import type { ListedContact } from "@/lib/desk/directory/contract";
import { nameOf } from "@/lib/people/attribute-display/shared/arrange";

const cell = "truncate px-4 align-middle";
const wideCell = `${cell} max-md:hidden`;

/** In pixels; every row has it. */
export const rowHeight = 52;

type Props = {
  workspace: string;
  contact: ListedContact;
  /** There is a column for the attribute of lists. */
  hasAttribute: boolean;
  index: number;
  isTabStop: boolean;
  onFocus: (id: string) => void;
};

/** The whole row leads to the contact. On a phone one column holds what five hold on a desktop. */
export function ContactRow({ workspace, contact, hasAttribute, index, isTabStop, onFocus }: Props) {
  const t = useTranslations("contacts.list");
  const { id, userId, name, email, phone, attribute, tags, openProblems, lastSeenAt } = contact;
  const seen = lastSeenAt === null ? t("never") : <RelativeTime at={lastSeenAt} ago />;
  const others = [userId, email, phone && formatPhone(phone)].filter(Boolean).join(" · ");
  return (
    <tr aria-rowindex={index + 2} style={{ height: rowHeight }} className="relative border-line border-t hover:bg-raised">
      <th scope="row" className={`${cell} text-start font-normal`}>
        <Link
          href={`/${workspace}/contacts/${id}`}
          prefetch={false}
          data-row={id}
          tabIndex={isTabStop ? undefined : -1}
          onFocus={() => onFocus(id)}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          <bdi>{name ?? userId}</bdi>
        </Link>
        <TagLine tags={tags} className="max-md:hidden" />
        <span className="block truncate text-soft text-xs md:hidden">
          {attribute && (
            <>
              <span className="sr-only">{nameOf(attribute)}: </span>
              <ListedValue format={attribute.format} value={attribute.value} />
              {" · "}
            </>
          )}
          <bdi>{others}</bdi>
        </span>
      </th>
      <td className={wideCell}>
        <bdi>{userId}</bdi>
      </td>
      <td className={wideCell}>
        <bdi>{email}</bdi>
      </td>
      <td className={`${wideCell} tabular-nums`}>
        <bdi>{phone && formatPhone(phone)}</bdi>
      </td>
      {hasAttribute && <td className={wideCell}>{attribute && <ListedValue format={attribute.format} value={attribute.value} />}</td>}
      <td className={`${cell} max-md:px-2`}>
        {openProblems > 0 && (
          <span className="inline-flex items-center gap-1 font-semibold text-problem text-sm tabular-nums">
            <TriangleAlert aria-hidden className="size-3.5" />
            <span aria-hidden>{openProblems}</span>
            <span className="sr-only">{t("problems", { count: openProblems })}</span>
          </span>
        )}
      </td>
      <td className={`${cell} text-end text-soft text-sm`}>{seen}</td>
    </tr>
  );
}
