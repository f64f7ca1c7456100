import { CircleHelp, FileX, MapPin, ShoppingCart, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { MessageContent } from "@/lib/chats/contract";

type Part<Name extends keyof MessageContent> = NonNullable<MessageContent[Name]>;

/** A part of a message beside its text. */
function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid max-w-full grid-cols-[16px_minmax(0,1fr)] gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-sm text-text [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:text-soft">
      {icon}
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

const mapAddress = ({ latitude, longitude }: Part<"location">): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;

/** The map is a link: nothing is requested from elsewhere before somebody follows it. */
function Location({ location }: { location: Part<"location"> }) {
  const t = useTranslations("chat.content");
  const { name, address, latitude, longitude } = location;
  return (
    <Row icon={<MapPin />}>
      <p className="font-medium">{name ?? t("location")}</p>
      {address && <p className="text-soft">{address}</p>}
      <a
        href={mapAddress(location)}
        target="_blank"
        rel="noreferrer"
        title={t("map")}
        className="tabular-nums underline underline-offset-2"
      >
        {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </a>
    </Row>
  );
}

function Contacts({ contacts }: { contacts: Part<"contacts"> }) {
  return contacts.map(({ name, phones }, at) => (
    <Row key={at} icon={<UserRound />}>
      <bdi className="font-medium">{name}</bdi>
      {phones.map((phone) => (
        <p key={phone} className="text-soft tabular-nums">
          <bdi>{phone}</bdi>
        </p>
      ))}
    </Row>
  ));
}

function Order({ order }: { order: Part<"order"> }) {
  const t = useTranslations("chat.content");
  return (
    <Row icon={<ShoppingCart />}>
      <p className="font-medium">{t("order")}</p>
      <ul>
        {order.map(({ product, quantity, price }, at) => (
          <li key={at} className="flex gap-2 tabular-nums">
            <span className="flex-none text-soft">{quantity} ×</span>
            <bdi className="min-w-0 flex-1">{product}</bdi>
            <span className="flex-none">{price}</span>
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** What few messages hold: a place, contacts, an order, or something that could not be taken over. */
export function RareParts({ content }: { content: MessageContent }) {
  const t = useTranslations("chat.content");
  const { location, contacts = [], order, unsupported, missingFile } = content;
  return (
    <>
      {location && <Location location={location} />}
      <Contacts contacts={contacts} />
      {order && <Order order={order} />}
      {missingFile !== undefined && (
        <Row icon={<FileX />}>
          <p className="font-medium">{t("missingFile")}</p>
          {missingFile !== "" && <p className="text-soft">{missingFile}</p>}
        </Row>
      )}
      {unsupported !== undefined && (
        <Row icon={<CircleHelp />}>
          <p className="font-medium">{t("unsupported")}</p>
          <p className="text-soft">{t("unsupportedKind", { kind: unsupported })}</p>
        </Row>
      )}
    </>
  );
}
