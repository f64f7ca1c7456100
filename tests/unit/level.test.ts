import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { levelOf, wordsOf } from "@/lib/events/level";

const problems = [
  ..."fail fails failed failing failings failure failures".split(" "),
  ..."decline declines declined declining declination declinations".split(" "),
  ..."reject rejects rejected rejecting rejection rejections".split(" "),
  ..."refused denied error errors bounced blocked overdue disputed dispute chargeback fraud unpaid".split(" "),
];
const solved = "resolved recovered reinstated cleared won fixed unblocked succeeded no without".split(" ");

for (const word of problems) {
  test(`the word ${word} makes a problem, wherever it stands and however it is written`, () => {
    const capital = word[0]?.toUpperCase() + word.slice(1);
    for (const name of [
      word,
      capital,
      word.toUpperCase(),
      `payment_${word}`,
      `${word}.payment`,
      `payment${capital}`,
      `The payment ${word}!`,
      `2${word}3`,
    ]) {
      expect(levelOf(name), name).toBe("problem");
    }
  });
}

for (const word of solved) {
  test(`the word ${word} takes the problem back`, () => {
    const capital = word[0]?.toUpperCase() + word.slice(1);
    for (const name of [
      `${word} payment failed`,
      `payment failed ${word}`,
      `paymentFailed${capital}`,
      `PAYMENT_FAILED_${word.toUpperCase()}`,
    ]) {
      expect(levelOf(name), name).toBe("info");
    }
  });
}

const infos = [
  "Order placed",
  "Signed in",
  "failsafe enabled",
  "unfailing",
  "Errorless run",
  "rejectable",
  "Terror film watched",
  "Refusedly",
  "blockedlist",
  "Payment failed but recovered",
  "No errors found",
  "Dispute won",
  "Zahlung fehlgeschlagen",
  "支払い",
  "",
  "42",
  "👍",
];

for (const name of infos) {
  test(`${JSON.stringify(name)} is no problem`, () => expect(levelOf(name)).toBe("info"));
}

const split: [string, string[]][] = [
  ["paymentFailed", ["payment", "failed"]],
  ["PaymentFailed", ["payment", "failed"]],
  ["payment_failed.v2", ["payment", "failed", "v"]],
  ["HTTPError", ["http", "error"]],
  ["parseHTTPResponse", ["parse", "http", "response"]],
  ["PAYMENT_FAILED", ["payment", "failed"]],
  ["card—declined", ["card", "declined"]],
  ["éCoupé déjàVu", ["é", "coupé", "déjà", "vu"]],
  ["e\u0301choué", ["échoué"]],
  ["order2Failed", ["order", "failed"]],
];

for (const [name, words] of split) {
  test(`${name} has the words ${words.join(", ")}`, () => expect(wordsOf(name)).toEqual(words));
}

const noise = fc.string({ unit: fc.constantFrom("_", "-", ".", " ", "/", ":", "0", "7", "\u00a0", "👍") });

test("what is not a letter around a word changes nothing", () => {
  fc.assert(
    fc.property(noise, fc.constantFrom(...problems), noise, (before, word, after) => {
      expect(levelOf(before + word + after)).toBe("problem");
    }),
  );
});

test("of any words, there is a problem exactly when one of them is one and none takes it back", () => {
  const words = fc.array(fc.constantFrom(...problems, ...solved, "payment", "order", "card", "placed"), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(words, fc.constantFrom(" ", "_", "."), (chosen, between) => {
      const isProblem = chosen.some((word) => problems.includes(word)) && !chosen.some((word) => solved.includes(word));
      expect(levelOf(chosen.join(between))).toBe(isProblem ? "problem" : "info");
    }),
  );
});

test("any name has a level, and its words are small letters only", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(["problem", "info"]).toContain(levelOf(name));
      for (const word of wordsOf(name)) expect(word).toMatch(/^[\p{L}\p{M}]+$/u);
    }),
  );
});
