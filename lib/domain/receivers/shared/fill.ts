/** A receiver of examples/receivers: its cases for buttons stand between two marks, and the first of them is an example. */
export type Template = {
  id: string;
  name: string;
  /** Where it lies in the repository. */
  path: string;
  text: string;
};

type Button = { action: string; label: string };

const example = { action: "retry_payment", label: "Retry payment" };
const marked = /^[^\S\n]*(?:\/\/|#) Your buttons\n(?<cases>[\s\S]*?)^[^\S\n]*(?:\/\/|#) End of your buttons\n/m;
const isSafe = ({ action }: Button) => /^[a-z][a-z0-9_.-]*$/.test(action);

/** The receiver's text with a case for each of these buttons; without buttons the example stays. */
export function fill(text: string, buttons: readonly Button[]): string {
  const shown = buttons.filter(isSafe);
  return text.replace(marked, (...found) => {
    const { cases } = found.at(-1) as { cases: string };
    return (shown.length > 0 ? shown : [example]).map((button) => caseOf(cases, button)).join("");
  });
}

const caseOf = (text: string, { action, label }: Button): string =>
  text.replaceAll(example.action, () => action).replaceAll(example.label, () => inComment(label) || action);

/**
 * A label may hold anything, and here it stands in a comment: only letters, digits and harmless signs are kept, so that
 * nothing ends the comment in any of the languages, breaks its line, or turns the direction of what follows.
 */
const inComment = (label: string): string =>
  label
    .replace(/[^\p{L}\p{M}\p{N}\p{Emoji_Presentation} .,:;!?&%+()'/-]/gu, " ")
    .replace(/ +/g, " ")
    .trim();
