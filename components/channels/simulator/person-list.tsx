import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { addressOf } from "@/lib/channels/browser/queries";
import { lineOf, type Person } from "./people";

type Props = { people: Person[]; chosen: Person | undefined; onChoose: (person: Person) => void };

/** Selects the sender. On a phone the row scrolls sideways. */
export function PersonList({ people, chosen, onChoose }: Props) {
  const t = useTranslations("simulator");
  const line = useTranslations("simulator.person");
  return (
    <fieldset
      aria-label={t("people")}
      className="flex min-w-0 flex-col gap-1 max-md:-mx-3 max-md:flex-row max-md:overflow-x-auto max-md:px-3 max-md:pb-1"
    >
      {people.map((person) => (
        <button
          key={addressOf(person.from)}
          type="button"
          aria-pressed={person === chosen}
          onClick={() => onChoose(person)}
          className="-outline-offset-2 grid flex-none grid-cols-[36px_minmax(0,1fr)] items-center gap-x-2.5 rounded-lg border border-transparent p-2.5 text-start hover:bg-raised aria-pressed:border-line aria-pressed:bg-surface"
        >
          <Avatar name={person.name} size={36} />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{person.name}</span>
            <span className="block truncate text-soft text-xs">{lineOf(line, person)}</span>
          </span>
        </button>
      ))}
    </fieldset>
  );
}
