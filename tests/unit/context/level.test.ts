import { test } from "@playwright/test";
import fc from "fast-check";
import { levelOf, problemWordOf, wordsIn } from "@/lib/context/events/shared/level";
import { expect } from "../../support/expect";

const problems = [
  ..."fail fails failed failing failings failure failures".split(" "),
  ..."decline declines declined declining declination declinations".split(" "),
  ..."reject rejects rejected rejecting rejection rejections".split(" "),
  ..."refused denied error errors bounced blocked overdue disputed dispute chargeback fraud unpaid".split(" "),
];
const solved = "resolved recovered reinstated cleared won fixed unblocked succeeded".split(" ");

for (const word of problems) {
  test(`the word ${word} makes a problem, at any position and in any case`, () => {
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
  test(`the word ${word} cancels the problem`, () => {
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

for (const negation of ["no", "not", "never", "without"]) {
  test(`${negation} cancels the problem word right after it, or after one other word, and no other`, () => {
    for (const name of [`${negation} errors`, `Synced ${negation} a failure`, `${negation}FailedPayments`, `${negation}: 2 errors`]) {
      expect(levelOf(name), name).toBe("info");
    }
    for (const name of [
      `Payment failed ${negation} funds`,
      `error ${negation}`,
      `${negation} money left: payment failed`,
      `${negation} errors, payment failed`,
    ]) {
      expect(levelOf(name), name).toBe("problem");
    }
  });
}

const hidden = [
  "Card declined: no funds",
  "Payment failed, no retry left",
  "Login failed without 2FA",
  "Payment failed (won't retry)",
  "Payment failed (won’t retry)",
  "PAYMENT FAILED: WON'T RETRY",
  "paymentFailed.won'tRetry",
  "Payment failed (WON't retry)",
  "Payment 'failed'",
  "FAILED支払い",
];

for (const name of hidden) {
  test(`${name} is a problem`, () => expect(levelOf(name)).toBe("problem"));
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
  "Synced without errors",
  "Failed payment recovered",
  "no failed payments",
  "without a failure",
  "Dispute won",
  "Zahlung fehlgeschlagen",
  "支払い",
  "",
  "42",
  "👍",
];

for (const name of infos) {
  test(`${JSON.stringify(name)} is not a problem`, () => expect(levelOf(name)).toBe("info"));
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
  ["won't", ["won't"]],
  ["Won’tRetry", ["won’t", "retry"]],
  ["WON'T 'retry'", ["won't", "retry"]],
  ["HTTP'sError", ["http's", "error"]],
  ["don' t", ["don", "t"]],
];

for (const [name, words] of split) {
  test(`splits ${name} into ${words.join(", ")}`, () => expect(wordsIn(name)).toEqual(words));
}

const noise = fc.string({ unit: fc.constantFrom("_", "-", ".", " ", "/", ":", "0", "7", "\u00a0", "👍") });

test("characters around a word that are not letters change nothing", () => {
  fc.assert(
    fc.property(noise, fc.constantFrom(...problems), noise, (before, word, after) => {
      expect(levelOf(before + word + after)).toBe("problem");
    }),
  );
});

const plain = ["payment", "order", "card", "placed", "no", "not", "never", "without", "won't", "retry", "2FA"];
const wordAnd = (...more: string[]) => fc.array(fc.constantFrom(...problems, ...plain, ...more), { maxLength: 6 });

test("words added to the end of a problem's name make it info only when one of them is a word of solution", () => {
  fc.assert(
    fc.property(wordAnd(), wordAnd(...solved), fc.constantFrom(" ", "_", ". "), (name, added, between) => {
      fc.pre(levelOf(name.join(between)) === "problem");
      const isSolved = added.some((word) => solved.includes(word));
      expect(levelOf([...name, ...added].join(between))).toBe(isSolved ? "info" : "problem");
    }),
  );
});

test("a name is a problem exactly when one problem word is not negated and there is no word of solution", () => {
  fc.assert(
    fc.property(wordAnd(...solved), fc.constantFrom(" ", "_", "."), (chosen, between) => {
      const isNegation = (word = "") => ["no", "not", "never", "without"].includes(word);
      const isLeft = chosen.some((word, at) => problems.includes(word) && !isNegation(chosen[at - 1]) && !isNegation(chosen[at - 2]));
      const isProblem = isLeft && !chosen.some((word) => solved.includes(word));
      expect(levelOf(chosen.join(between))).toBe(isProblem ? "problem" : "info");
    }),
  );
});

test("every name has a level, and its words are lowercase letters with apostrophes only between them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(["problem", "info"]).toContain(levelOf(name));
      for (const word of wordsIn(name)) expect(word).toMatch(/^[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*$/u);
    }),
  );
});

test("names the word that makes a problem, the first that nothing cancels", () => {
  expect(problemWordOf("Payment FAILED: card declined")).toBe("failed");
  expect(problemWordOf("no errors, payment declined")).toBe("declined");
  for (const name of ["Order placed", "Payment failed, resolved", "Synced without errors"]) expect(problemWordOf(name), name).toBeNull();
});
