import type en from "@/lib/messages/en.json";

/**
 * Groups of texts that are found by a value, as in t(`states.${state}`): TypeScript compares the keys of each with the values
 * that there are, in both directions. The check refuses such a key in a group that does not stand here.
 */
export type Groups = {
  // "namespace.group": Union;
};

type At<Group, Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First extends keyof Group
    ? At<Group[First], Rest>
    : never
  : Path extends keyof Group
    ? Group[Path]
    : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { missing: Exclude<B, A> }) : { unused: Exclude<A, B> };

/** Each is `true`, or names what is missing or unused. */
export const groups: { [Path in keyof Groups & string]: Same<keyof At<typeof en, Path> & string, Groups[Path] & string> } = {};
