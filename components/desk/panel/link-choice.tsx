import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { maxTextLength } from "@/lib/desk/directory/shared/limits";
import type { Panel } from "@/lib/desk/panel/contract";
import { ContactChoice } from "./contact-choice";
import { LinkQuestion } from "./link-question";
import type { FoundContact } from "./use-found-contacts";
import { useLink } from "./use-link";

type Props = { panel: Panel; onDone: () => void };

/** First the contact, then what the link does. */
export function LinkChoice({ panel, onDone }: Props) {
  const t = useTranslations("chat.link");
  const { workspace } = useLive();
  const [chosen, setChosen] = useState<FoundContact | null>(null);
  const { link } = useLink(panel.chat.id);
  const { contact, person } = panel;

  if (contact !== null && !link.isPending)
    return <Alert tone="warning">{t.rich("linkedMeanwhile", { name: contact.name ?? contact.userId, bdi })}</Alert>;
  if (chosen)
    return (
      <LinkQuestion
        panel={panel}
        chosen={chosen}
        isLinking={link.isPending}
        error={link.error?.message}
        onLink={() => link.mutate(chosen, { onSuccess: onDone })}
        onBack={() => {
          link.reset();
          setChosen(null);
        }}
      />
    );
  const known = person.email ?? person.typedPhone ?? person.name ?? "";
  return <ContactChoice workspace={workspace} initial={known.slice(0, maxTextLength)} onChoose={setChosen} />;
}
