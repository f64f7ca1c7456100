import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceList } from "@/components/desk/shared/choice-list";
import { formatPhone } from "@/components/desk/shared/phone";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { type FoundContact, useFoundContacts } from "./use-found-contacts";

type Props = {
  workspace: string;
  /** What is looked for first. */
  initial: string;
  onChoose: (contact: FoundContact) => void;
};

/** A search over the contacts, of which one is chosen. */
export function ContactChoice({ workspace, initial, onChoose }: Props) {
  const t = useTranslations("chat.link");
  const common = useTranslations("common");
  const [typed, setTyped] = useState(initial);
  const { contacts, isSearching, error, retry } = useFoundContacts(workspace, typed);
  const nothing = typed.trim() === "" ? t("none") : t("noMatch", { typed: typed.trim() });
  return (
    <div className="flex flex-col gap-2">
      <ChoiceList
        label={t("find")}
        initial={initial}
        onType={setTyped}
        choices={contacts.map((contact) => {
          const { id, userId, name, email, phone } = contact;
          return {
            id,
            words: "",
            icon: <Avatar name={name ?? userId} size={24} />,
            label: (
              <>
                <bdi className="block truncate font-medium">{name ?? userId}</bdi>
                <bdi className="block truncate text-soft text-xs">
                  {[userId, email, phone && formatPhone(phone)].filter(Boolean).join(" · ")}
                </bdi>
              </>
            ),
          };
        })}
        empty={isSearching ? t("searching") : nothing}
        onChoose={(id) => {
          const chosen = contacts.find((contact) => contact.id === id);
          if (chosen) onChoose(chosen);
        }}
      />
      {error && <Alert action={<Button onClick={retry}>{common("tryAgain")}</Button>}>{error.message}</Alert>}
    </div>
  );
}
