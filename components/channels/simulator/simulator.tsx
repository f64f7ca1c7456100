"use client";

import { useState } from "react";
import { addressOf } from "@/lib/channels/browser/queries";
import { NewPerson } from "./new-person";
import { people as demoPeople, type Person } from "./people";
import { PersonList } from "./person-list";
import { Phone } from "./phone";
import { ReceiverGuide } from "./receiver-guide";

const [first] = demoPeople;

/** The customers' side of the demo's chats. */
export function Simulator({ workspace }: { workspace: string }) {
  const [people, setPeople] = useState(demoPeople);
  const [chosen, setChosen] = useState<Person | undefined>(first);

  function add(person: Person) {
    setPeople([...people.filter(({ from }) => addressOf(from) !== addressOf(person.from)), person]);
    setChosen(person);
  }

  return (
    <div className="mx-auto grid max-w-[1040px] grid-cols-[336px_minmax(0,1fr)] grid-rows-[auto_1fr] items-start gap-x-6 gap-y-4 p-6 max-md:grid-cols-[minmax(0,1fr)] max-md:p-3">
      <div className="flex min-w-0 flex-col gap-3">
        <PersonList people={people} chosen={chosen} onChoose={setChosen} />
        <NewPerson onAdd={add} />
      </div>
      <div className="md:col-start-2 md:row-span-2 md:row-start-1">
        {chosen && <Phone key={addressOf(chosen.from)} workspace={workspace} person={chosen} />}
      </div>
      <ReceiverGuide />
    </div>
  );
}
