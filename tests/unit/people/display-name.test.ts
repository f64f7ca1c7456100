import { test } from "@playwright/test";
import { locales } from "@/lib/kernel/locale";
import { displayNameOf, shownNameOf } from "@/lib/people/shared/display-name";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

const nobody = { name: null, phone: null, visitorId: "v_9c1d4f2a" };
const shownTo = (person: Parameters<typeof displayNameOf>[0]) =>
  locales.map((locale) => shownNameOf(translations("common", locale), displayNameOf(person)));

test("only a name that nobody gave is in the reader’s language", () => {
  for (const name of ["Visitor Anna", "Visitor 4f2a", "WhatsApp user"]) {
    expect(shownTo({ ...nobody, name })).toEqual(locales.map(() => name));
    expect(shownTo({ ...nobody, contactName: name })).toEqual(locales.map(() => name));
  }
  expect(shownTo(nobody)).toEqual(["Visitor 4f2a", "Besucher 4f2a", "Visitante 4f2a", "Visitante 4f2a"]);
  expect(new Set(shownTo({ ...nobody, visitorId: null })).size).toBe(locales.length);
});
