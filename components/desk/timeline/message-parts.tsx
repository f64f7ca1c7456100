import { LayoutTemplate, ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { MessageContent } from "@/lib/chats/contract";

type Part<Name extends keyof MessageContent> = NonNullable<MessageContent[Name]>;

const rareParts = loader(() => import("./rare-parts").then(({ RareParts }) => RareParts));

/** What the message replies to, above its text. */
export function Quote({ quote }: { quote: Part<"replyTo"> }) {
  const t = useTranslations("chat.content");
  return (
    <blockquote className="mb-1.5 border-current/40 border-s-2 ps-2 text-xs opacity-85 wrap-anywhere">
      <span className="sr-only">{t("repliesTo")} </span>
      {quote.text === "" ? t("notHere") : <bdi className="line-clamp-2">{quote.text}</bdi>}
    </blockquote>
  );
}

/** How the customer or the channel came to the text, above it. */
export function Origin({ content: { isChoice, template } }: { content: MessageContent }) {
  const t = useTranslations("chat.content");
  if (!isChoice && !template) return null;
  return (
    <p className="mb-0.5 flex items-center gap-1 text-xs opacity-85">
      {template ? <LayoutTemplate className="size-3.5" /> : <ListChecks className="size-3.5" />}
      {template ? t("template", { name: template.name, language: template.language }) : t("choice")}
    </p>
  );
}

/** Everything that a message holds besides its text and its files. */
export function MessageParts({ content }: { content: MessageContent }) {
  const { location, contacts, order, unsupported, missingFile } = content;
  const isRare = location || contacts?.length || order || unsupported !== undefined || missingFile !== undefined;
  const RareParts = useLoaded(isRare ? rareParts : undefined, true);
  return RareParts && <RareParts content={content} />;
}

/** The reactions below the message, each with its people. */
export function Reactions({ reactions }: { reactions: Part<"reactions"> }) {
  const t = useTranslations("chat.content");
  return (
    <ul aria-label={t("reactions")} className="-mt-2 z-[1] flex flex-wrap gap-1 px-2">
      {reactions.map(({ emoji, by }) => (
        <li key={`${by} ${emoji}`} title={t(`reactedBy.${by}`)} className="rounded-full border border-line bg-surface px-1.5 text-sm">
          <span className="sr-only">{t(`reactedBy.${by}`)} </span>
          {emoji}
        </li>
      ))}
    </ul>
  );
}
