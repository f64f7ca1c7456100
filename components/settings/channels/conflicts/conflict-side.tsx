import { useTranslations } from "next-intl";
import { formatPhone } from "@/components/desk/shared/phone";
import { RelativeTime } from "@/components/time/relative-time";
import type { Conflict } from "@/lib/people/links/contract";

/** One of the two contacts. */
export function ConflictSide({ title, side }: { title: string; side: Conflict["contact"] }) {
  const { userId, name, phone, linkedChats, lastSeenAt } = side;
  const t = useTranslations("settings.conflicts.side");
  const facts = [
    { label: t("userId"), value: <span className="break-all">{userId}</span> },
    { label: t("phone"), value: phone === null ? t("none") : formatPhone(phone) },
    { label: t("chats"), value: t("count", { count: linkedChats }) },
    { label: t("lastSeen"), value: lastSeenAt === null ? t("never") : <RelativeTime at={lastSeenAt} ago /> },
  ];
  return (
    <section className="min-w-0 rounded-md border border-line bg-raised p-3">
      <h3 className="font-normal text-soft text-xs">{title}</h3>
      <p className="wrap-anywhere mt-0.5 font-semibold">
        <bdi>{name ?? userId}</bdi>
      </p>
      <dl className="mt-1.5 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
