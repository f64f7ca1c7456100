/** Country codes of two digits; 1 and 7 have one, all others have three. */
const twoDigits = new Set(
  "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);

/** Group lengths by country code, where the convention is not groups of three. */
const groupsOf: Record<string, readonly number[]> = {
  "1": [3, 3, 4],
  "33": [1, 2, 2, 2, 2],
  "44": [4, 6],
  "45": [2, 2, 2, 2],
  "47": [3, 2, 3],
  "91": [5, 5],
};

const countryCodeOf = (digits: string): string => {
  if (digits.startsWith("1") || digits.startsWith("7")) return digits.slice(0, 1);
  return digits.slice(0, twoDigits.has(digits.slice(0, 2)) ? 2 : 3);
};

/** `447911123456` → `+44 7911 123456`. The digits and their order stay. */
export function formatPhone(digits: string): string {
  const code = countryCodeOf(digits);
  const rest = digits.slice(code.length);
  const groups = groupsOf[code];
  const fits = groups?.reduce((sum, length) => sum + length, 0) === rest.length;
  return ["+", code, ...(groups && fits ? splitByLengths(rest, groups) : threes(rest)).map((group) => ` ${group}`)].join("");
}

function splitByLengths(digits: string, lengths: readonly number[]): string[] {
  const ends = lengths.map((_, index) => lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0));
  return ends.map((end, index) => digits.slice(end - (lengths[index] ?? 0), end));
}

/** Groups of three, the last one of four rather than a lone digit. */
const threes = (digits: string): string[] => digits.match(/\d{4}$|\d{3}|\d+/gu) ?? [];
