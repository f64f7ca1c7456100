// A call ends after ten seconds; a longer time would only show that two clocks differ.
const maxCallSeconds = 10;

/** Whole seconds that a call has been under way. */
export const runningSeconds = (startedAt: string, now: number): number =>
  Math.min(maxCallSeconds, Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000)));

/** A longer name would fill the composer; so would combining marks stacked on a letter. */
const maxFirstName = 24;
const firstVisible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]\S*/u;
const stackedMarks = /(\p{M}{2})\p{M}+/gu;

/** "Ada" for "Ada Okafor"; a phone number has no first name and stays whole. */
export function firstNameOf(displayName: string): string {
  const [first = displayName] = firstVisible.exec(displayName) ?? [];
  const name = /^\+\d/.test(displayName) ? displayName : first;
  return [...name.replace(stackedMarks, "$1")].slice(0, maxFirstName).join("");
}
