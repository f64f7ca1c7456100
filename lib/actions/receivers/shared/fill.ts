/** A receiver of examples/receivers. Its button cases are between two marker comments; the first case is an example. */
export type Template = {
  id: string;
  name: string;
  /** Its path in the repository. */
  path: string;
  text: string;
};

type Button = { action: string; label: string };

const example = { action: "retry_payment", label: "Retry payment" };
const casesBlock = /^[^\S\n]*(?:\/\/|#) Your buttons\n(?<cases>[\s\S]*?)^[^\S\n]*(?:\/\/|#) End of your buttons\n/m;
const isSafe = ({ action }: Button) => /^[a-z][a-z0-9_.-]*$/.test(action);

/** The receiver's source with a case for each button; without buttons the example stays. */
export function fill(text: string, buttons: readonly Button[]): string {
  const shown = buttons.filter(isSafe);
  return text.replace(casesBlock, (...groups) => {
    const { cases } = groups.at(-1) as { cases: string };
    return (shown.length > 0 ? shown : [example]).map((button) => caseOf(cases, button)).join("");
  });
}

const caseOf = (text: string, { action, label }: Button): string =>
  text.replaceAll(example.action, () => action).replaceAll(example.label, () => inComment(label) || action);

/**
 * A label may contain anything, and here it is written into a comment. Only letters, digits and safe punctuation stay, so that
 * no label ends the comment in any of the languages, breaks its line, or changes the text direction.
 */
const inComment = (label: string): string =>
  label
    .replace(/[^\p{L}\p{M}\p{N}\p{Emoji_Presentation} .,:;!?&%+()'/-]/gu, " ")
    .replace(/ +/g, " ")
    .trim();
