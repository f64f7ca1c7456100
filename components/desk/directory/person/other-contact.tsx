import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { formatPhone } from "@/components/desk/shared/phone";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Radio } from "@/components/ui/radio";
import { contactsQuery } from "@/lib/desk/directory/browser/queries";
import { maxTextLength } from "@/lib/desk/directory/shared/limits";

type Props = { workspace: string; contactId: string; chosen: string | null; onChoose: (id: string | null) => void };

const delayMs = 200;
const maxShown = 8;

/** A search over contacts, of which one is chosen. */
export function OtherContact({ workspace, contactId, chosen, onChoose }: Props) {
  const t = useTranslations("contacts.merge");
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  const id = useId();

  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), delayMs);
    return () => clearTimeout(timer);
  }, [typed]);

  const query = useInfiniteQuery({ ...contactsQuery(workspace, { text }), enabled: text !== "", placeholderData: keepPreviousData });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const found = text === "" ? [] : items.filter((contact) => contact.id !== contactId).slice(0, maxShown);

  function type(next: string) {
    setTyped(next);
    onChoose(null);
  }

  return (
    <div className="flex flex-col gap-2">
      <Field label={t("search")} hint={t("searchHint")}>
        <Input
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxTextLength}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </Field>
      {query.error && <Alert>{query.error.message}</Alert>}
      <p role="status" className={found.length > 0 ? "sr-only" : "text-soft text-sm empty:hidden"}>
        {text !== "" && query.isSuccess && (found.length > 0 ? t("found", { count: found.length }) : t("noneFound"))}
      </p>
      {found.length > 0 && (
        <fieldset className="max-h-56 min-w-0 overflow-y-auto">
          <legend className="sr-only">{t("other")}</legend>
          {found.map((contact) => (
            <Radio
              key={contact.id}
              name={`${id} other`}
              label={contact.name ?? contact.userId}
              hint={<bdi>{[contact.userId, contact.email, contact.phone && formatPhone(contact.phone)].filter(Boolean).join(" · ")}</bdi>}
              className="wrap-anywhere"
              checked={chosen === contact.id}
              onChange={() => onChoose(contact.id)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
