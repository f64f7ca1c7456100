import { phoneVariant } from "@/lib/people/shared/phone-variants";
import { searchText } from "./shared/text";

type Maybe = string | null;

const withVariant = (phone: Maybe): Maybe[] => [phone, (phone && phoneVariant(phone)) ?? null];

// By what each kind is found: the indexing stores these texts, and a search compares what it found with what they are now.

type ContactFields = { name: Maybe; userId: Maybe; aliases: readonly string[]; email: Maybe; phone: Maybe };
export const contactText = ({ name, userId, aliases, email, phone }: ContactFields): string =>
  searchText([name, userId, email, ...withVariant(phone), ...aliases]);

type PersonFields = { name: Maybe; phone: Maybe; username: Maybe; email: Maybe; typedPhone: Maybe };
export const personText = ({ name, phone, username, email, typedPhone }: PersonFields): string =>
  searchText([name, username, email, ...withVariant(phone), typedPhone]);

export const messageText = ({ text, files }: { text: Maybe; files: readonly string[] }): string => searchText([text, ...files]);

export const eventText = ({ event, reference }: { event: string; reference: string }): string => searchText([event, reference]);
