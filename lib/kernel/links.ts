/**
 * An address in a text: to the web, without a name before the host, which would look like another host, or to a mailbox or a phone. It has
 * no characters that nobody sees and that turn the text around, and does not end with the punctuation of its sentence.
 */
const address = /\b((?:https?:\/\/(?![^\s/?#\\]*@)|mailto:|tel:)[^\s\p{C}<>"]*[^\s\p{C}<>".,;:!?'’”)\]])/giu;

/** A text in parts; each second one is an address to link. */
export const linkParts = (text: string): string[] => text.split(address);

/** Opens in a tab of its own; a mailbox or a phone opens a program. */
export const isWebAddress = (address: string): boolean => /^http/i.test(address);
