import { bidiControls, trimEndOf } from "./text";

// Character classes for regular expressions, here and in the published schema. They are spelled out because the languages of
// generated clients may support less of Unicode, or define `\s` differently.

/** What `\s` is in JavaScript, and `trim()` removes. */
export const spaces = String.raw`\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** `\p{Cc}` without NUL, which is rejected everywhere. */
export const controls = String.raw`\u0001-\u001f\u007f-\u009f`;

const ignorable = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8`;

/** Invisible characters up to U+FFFF that are neither white space nor controls; the mark of the byte order is among them. */
export const hidden = String.raw`${ignorable}\ufeff`;

/** The invisible characters up to U+FFFF. */
export const unseenBasic = spaces + controls + ignorable;

/** The invisible characters beyond U+FFFF: shorthand and musical controls, and the tags. */
export const unseenBeyond = { few: "\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}", tags: "\u{e0000}-\u{e0fff}" } as const;

/** The invisible characters: white space, controls, `\p{Default_Ignorable_Code_Point}` and the empty Braille pattern. */
export const unseen = unseenBasic + unseenBeyond.few + unseenBeyond.tags;

/** What is trimmed from the end of a name. Joiners and variation selectors stay, because they belong to the character before. */
export const edge = String.raw`${spaces}${controls}${bidiControls}\u200b\u2060`;

const before = new RegExp(`^[${unseen}]+`, "u");
const isEdge = new RegExp(`^[${edge}]$`, "u");
const onlyUnseen = new RegExp(`^[${unseen}]*$`, "u");

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => onlyUnseen.test(text);

/** A name without the white space, zero-width characters and bidi controls around it; empty when it has no visible character. */
export const trimmed = (text: string): string => trimEndOf(text.replace(before, ""), isEdge);

const everyHidden = new RegExp(`[${hidden}${unseenBeyond.few}${unseenBeyond.tags}]`, "gu");

/**
 * An id, an address or a reference as people see it: without the characters that cannot be seen, which are copied along unnoticed and would
 * make two of one. White space and controls stay.
 */
export const withoutHidden = (text: string): string => text.replace(everyHidden, "");
