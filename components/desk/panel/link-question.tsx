import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import { formatPhone } from "@/components/desk/shared/phone";
import { RelativeTime } from "@/components/time/relative-time";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useShownName } from "@/components/ui/use-shown-name";
import { linkPreviewQuery } from "@/lib/desk/panel/browser/queries";
import type { LinkPreview, Panel } from "@/lib/desk/panel/contract";
import { maxCounted } from "@/lib/desk/panel/shared/limits";
import { withVariants } from "@/lib/people/shared/phone-variants";
import type { FoundContact } from "./use-found-contacts";

type Props = {
  panel: Panel;
  chosen: FoundContact;
  isLinking: boolean;
  error: string | undefined;
  onLink: () => void;
  onBack: () => void;
};

/** What the link does, as the server has it now, before it is made. */
export function LinkQuestion({ panel, chosen, isLinking, error, onLink, onBack }: Props) {
  const t = useTranslations("chat.link");
  const common = useTranslations("common");
  const { workspace } = useLive();
  const nameOf = useShownName();
  const effects = useId();
  const confirm = useRef<HTMLButtonElement>(null);
  const { data: preview, error: refusal } = useQuery(linkPreviewQuery(workspace, panel.chat.id, chosen.userId));
  const isReady = preview !== undefined;
  const strong = (text: string) => () => (
    <strong className="font-semibold">
      <bdi>{text}</bdi>
    </strong>
  );

  // A screen reader says the effects with it.
  useEffect(() => {
    if (isReady) confirm.current?.focus();
  }, [isReady]);

  return (
    <div className="flex flex-col gap-3">
      <p className="wrap-anywhere">
        {t.rich("question", { person: strong(nameOf(panel.person.displayName)), contact: strong(contactText(chosen)) })}
      </p>
      {preview && <LinkEffects id={effects} preview={preview} phone={panel.person.phone} />}
      {!preview && !refusal && (
        <div role="status" aria-label={common("loading")} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-4 w-56" />
        </div>
      )}
      {(error ?? refusal) && <Alert>{error ?? refusal?.message}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{t("another")}</Button>
        <Button ref={confirm} variant="primary" aria-describedby={effects} disabled={!preview} busy={isLinking} onClick={onLink}>
          {t("confirm")}
        </Button>
      </div>
    </div>
  );
}

const contactText = ({ name, userId }: FoundContact): string => (name === null ? userId : `${name} (${userId})`);

const countOf = (count: number) => ({ count: Math.min(count, maxCounted), isMore: String(count > maxCounted) });

type EffectsProps = { id: string; preview: LinkPreview; phone: string | null };

function LinkEffects({ id, preview, phone }: EffectsProps) {
  const t = useTranslations("chat.link");
  const { contact, contactChatsCount, chats, chatsCount, eventsCount, problemsCount } = preview;
  const others = chatsCount > maxCounted ? 0 : chatsCount - chats.length;
  const differs = phone !== null && contact.phone !== null && !withVariants([phone]).includes(contact.phone);
  const value = (digits: string) => () => <bdi>{formatPhone(digits)}</bdi>;
  return (
    <div id={id} className="flex flex-col gap-2 text-sm">
      {differs && <Alert tone="warning">{t.rich("phoneDiffers", { phone: value(phone), own: value(contact.phone ?? "") })}</Alert>}
      <div>
        <p>{t("chats", countOf(chatsCount))}</p>
        <ul className="mt-1 list-disc ps-5 text-soft">
          {chats.map((chat) => (
            <ChatLine key={chat.id} chat={chat} />
          ))}
          {others > 0 && <li>{t("more", { count: others })}</li>}
        </ul>
      </div>
      <p>
        {t("events", countOf(eventsCount))} {problemsCount > 0 && t("problems", { count: problemsCount })}
      </p>
      <p>{t("has", countOf(contactChatsCount))}</p>
      <p className="text-soft">{t("then")}</p>
      <p className="text-soft">{t("canUndo")}</p>
    </div>
  );
}

function ChatLine({ chat: { channel, status, lastItemAt } }: { chat: LinkPreview["chats"][number] }) {
  const channels = useTranslations("chat.channels");
  const linked = useTranslations("chat.linked");
  return (
    <li>
      {channels(channel)} · {linked(`statuses.${status}`)} · <RelativeTime at={lastItemAt} />
    </li>
  );
}
