import { test } from "@playwright/test";
import fc from "fast-check";
import { levelOf, problemWordOf, reasonOfName, wordsIn } from "@/lib/context/events/shared/level";
import { problemWords } from "@/lib/context/events/shared/level-words";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

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
  test(`the word ${word} at the end of its clause solves the problem before it`, () => {
    const capital = word[0]?.toUpperCase() + word.slice(1);
    for (const name of [
      `payment failed ${word}`,
      `paymentFailed${capital}`,
      `PAYMENT_FAILED_${word.toUpperCase()}`,
      `Failed payment has been ${word} again today`,
    ]) {
      expect(levelOf(name), name).toBe("info");
    }
    for (const name of [
      `${word} payment failed`,
      `Payment ${word}: login failed`,
      `Failed payment not ${word}`,
      `Failed payment to be ${word}`,
    ]) {
      expect(levelOf(name), name).toBe("problem");
    }
  });
}

const before = { wide: ["no", "none", "without", "0", "zero"], near: ["not", "never", "hasn't", "wasn’t", "cannot", "didnt"] };
for (const negation of [...before.wide, ...before.near]) {
  test(`${negation} cancels the problem word right after it, and none behind a mark or a digit`, () => {
    for (const name of [`${negation} failed`, `Payment ${negation} declined`, `payment_${negation.replace(/['’]/, "")}_failed`])
      expect(levelOf(name), name).toBe("info");
    for (const between of [
      ": ",
      ", ",
      "; ",
      ". ",
      " - ",
      " – ",
      " — ",
      " (",
      " | ",
      " / ",
      "! ",
      " # ",
      " 5 ",
      ". 5 ",
      " A5 ",
      " “",
      " 👍 ",
      "\u200b ",
    ])
      expect(levelOf(`${negation}${between}failed`), `${negation}${between}failed`).toBe("problem");
    for (const name of [`Payment failed ${negation} funds`, `error ${negation}`, `${negation} money left: payment failed`])
      expect(levelOf(name), name).toBe("problem");
  });
}

test("one other word may stand behind no and without, and only small ones behind not and never", () => {
  for (const negation of before.wide) expect(levelOf(`Done, ${negation} failed payments`), negation).toBe("info");
  for (const negation of before.wide) expect(levelOf(`${negation} card payments declined`), negation).toBe("problem");
  for (const negation of before.wide) expect(levelOf(`${negation} payments declined`), negation).toBe("info");
  for (const negation of before.near) expect(levelOf(`${negation} yet been declined`), negation).toBe("info");
  for (const negation of before.near) expect(levelOf(`${negation} honored declined`), negation).toBe("problem");
});

const hidden = [
  "Card declined: no funds",
  "No funds, declined",
  "Do not honor - declined",
  "do_not_honor declined",
  "DO_NOT_HONOR_DECLINED",
  "Do not honor (declined)",
  "Card not present declined",
  "Not authorised, declined",
  "Invoice not paid, overdue",
  "Overdue invoice not paid",
  "Overdue invoice can’t be paid",
  "Order no. 5 failed",
  "Order No 17 failed",
  "Order no A5 failed",
  "Order nr 5 failed",
  "No. failed",
  "no.failed",
  "No money left: payment failed",
  "No errors, payment failed",
  "Synced without errors, 3 failed",
  "0 imported, 5 failed",
  "10 failed",
  "0.5% failed",
  "0% failed",
  "Step 0 failed",
  "P0 failed",
  "0failed",
  "NullPointerError",
  "ZeroDivisionError",
  "not without errors",
  "no-reply bounced",
  "No-show fee declined",
  "zero-day fraud",
  "Transfer of 50,000 won failed",
  "Payment failed 50,000 won",
  "Payment failed for Won Ltd",
  "Fixed-rate contract rejected",
  "Cleared cheque bounced",
  "Account recovered: login failed",
  "Payment failed: account closed",
  "Payment failed account closed",
  "payment_declined_limit_passed",
  "Payment failed after account recovered",
  "Payment failed but recovered",
  "Payment failed & recovered",
  "Failed payment never recovered",
  "Failed payment should be fixed",
  "Refund failed – resolved",
  "Payment failed 5,0",
  "Payment failed, no retry left",
  "Login failed without 2FA",
  "Payment failed (won't retry)",
  "Payment failed (won’t retry)",
  "PAYMENT FAILED: WON'T RETRY",
  "paymentFailed.won'tRetry",
  "Payment failed (WON't retry)",
  "Payment 'failed'",
  "payment.failed",
  "invoice.payment_failed",
  "FAILED支払い",
  "支払いfailed",
  "Chargebacks received",
  // The other languages of the screens.
  "Zahlung fehlgeschlagen",
  "ZAHLUNG FEHLGESCHLAGEN",
  "zahlungFehlgeschlagen",
  "Überweisung wurde abgelehnt",
  "Abgelehntes Dokument",
  "Keine Deckung, abgelehnt",
  "Karte nicht gedeckt, abgelehnt",
  "Bestellung Nr. 5 gescheitert",
  "Rechnung überfällig",
  "ÜBERFÄLLIGE RECHNUNG",
  "rechnung_ueberfaellig",
  "Rechnung u\u0308berfa\u0308llig",
  "Rechnung uberfallig",
  "Fehler beim Bezahlen",
  "Pago rechazado",
  "PAGO_RECHAZADO",
  "Tarjetas rechazadas",
  "Falló el pago",
  "Fallo en el pago",
  "Transferencia denegada",
  "Sin fondos, rechazado",
  "Tarjeta no válida: pago rechazado",
  "Factura vencida",
  "Pagamento recusado",
  "Pagamento no cartão recusado",
  "Pagamento no boleto vencido",
  "Falha no pagamento",
  "O pagamento falhou",
  "Cobrança negada",
  "Sem saldo: recusado",
  "Rejeição do banco",
  "rejeicao do banco",
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
  "Won the lottery",
  "No errors found",
  "no_errors",
  "noErrors",
  "NO_ERRORS",
  "no-failed-payments",
  "Synced without errors",
  "Without any failures",
  "No longer overdue",
  "0 failed",
  "0_failed",
  "Import done: 0 errors",
  "1,200 imported, 0 rejected",
  "Zero failed payments",
  "failed: false",
  "Failed: false, amount: 5",
  "failed=false",
  "error: none",
  "error: null",
  "errors: 0",
  "errors (0)",
  "declined - no",
  "Declined? no",
  "Hasn't failed",
  "Hasn’t failed",
  "Hasn`t failed",
  "HASN'T FAILED",
  "hasnt_failed",
  "Payment not failed",
  "paymentNotFailed",
  "Has never really been declined",
  "Isn’t blocked any more",
  "Failed payment recovered",
  "no failed payments",
  "without a failure",
  "Dispute won",
  "Dispute 4711 won",
  "Dispute #123 closed",
  "Dispute closed",
  "dispute_closed",
  "disputeClosed",
  "Fraud check passed",
  "Chargeback reversed",
  "Overdue invoice paid",
  "Unpaid invoice paid today",
  "Blocked card unblocked",
  "Keine Fehler",
  "0 Fehler",
  "Nicht mehr überfällig",
  "Zahlung nicht fehlgeschlagen",
  "Fehler: keine",
  "Fehler behoben",
  "Überfällige Rechnung bezahlt",
  "Sin errores",
  "Pago no rechazado",
  "No ha sido rechazado",
  "Factura vencida pagada",
  "Sem erros",
  "Pagamento não recusado",
  "nunca falhou",
  "Erro resolvido",
  "Vencimento amanhã",
  "支払い",
  "",
  "42",
  "👍",
];

for (const name of infos) {
  test(`${JSON.stringify(name)} is not a problem`, () => expect(levelOf(name)).toBe("info"));
}

test("every word of the other languages makes a problem, also without its accents, and not as a part of another word", () => {
  for (const [language, words] of Object.entries(problemWords))
    for (const word of words) {
      const bare = word.normalize("NFD").replace(/\p{M}/gu, "");
      for (const name of [word, word.toUpperCase(), `x_${word}`, word.normalize("NFD"), bare])
        expect(levelOf(name), `${language}: ${name}`).toBe("problem");
      expect(levelOf(`xq${word}`), word).toBe("info");
    }
});

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
  ["支払いFailed決済", ["支払い", "failed", "決済"]],
];

for (const [name, words] of split) {
  test(`splits ${name} into ${words.join(", ")}`, () => expect(wordsIn(name)).toEqual(words));
}

const noise = fc.string({ unit: fc.constantFrom("_", "-", ".", " ", "/", ":", "3", "7", "\u00a0", "👍") });

test("characters around a word that are not letters change nothing", () => {
  fc.assert(
    fc.property(noise, fc.constantFrom(...problems), noise, (before, word, after) => {
      expect(levelOf(before + word + after)).toBe("problem");
    }),
  );
});

const negations = [...before.wide, ...before.near];
const breaks = fc.constantFrom(
  ...[
    ",",
    ":",
    ";",
    ".",
    "–",
    "—",
    "(",
    ")",
    "|",
    " - ",
    "/",
    "!",
    "?",
    "#",
    "“",
    "1",
    "17",
    "5.",
    "50,000",
    "№",
    "…",
    "👍",
    "\n-",
    "*",
    "→",
  ],
);
const spaces = fc.constantFrom("", " ", "_", "  ");

test("punctuation, digits and abbreviations between a negation and a problem word never hide it", () => {
  const parts = fc.array(fc.tuple(spaces, breaks, spaces), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...negations), parts, fc.constantFrom(...problems), (negation, between, word) => {
      const name = `${negation}${between.flat().join("")}${word}`;
      expect(levelOf(name), name).toBe("problem");
    }),
    { numRuns: runs(2_000) },
  );
});

const plain = ["payment", "order", "card", "placed", "retry", "account", "Ltd", "2FA"];
const words = (...more: string[]) => fc.array(fc.constantFrom(...plain, ...more), { maxLength: 5 });

test("what another clause says never hides a problem, unless it is only a no", () => {
  const mark = fc.constantFrom(", ", ": ", "; ", ". ", " – ", " — ", " (", " | ", " - ");
  const other = words(...problems, ...solved, ...negations.filter((one) => one !== "0")).filter((one) => one.length !== 1);
  fc.assert(
    fc.property(
      words(),
      fc.constantFrom(...problems),
      words(),
      mark,
      other,
      fc.boolean(),
      (left, word, right, between, clause, isFirst) => {
        const problem = [...left, word, ...right].join(" ");
        const name = (isFirst ? [clause.join(" "), problem] : [problem, clause.join(" ")]).join(between);
        expect(levelOf(name), name).toBe("problem");
      },
    ),
    { numRuns: runs(2_000) },
  );
});

test("in snake, camel, kebab and upper case a name has the level that it has with spaces", () => {
  const all = words(...problems, ...solved, "no", "not", "never", "without", "none", "yet");
  fc.assert(
    fc.property(all, (chosen) => {
      const level = levelOf(chosen.join(" "));
      const capital = chosen.map((one, at) => (at === 0 ? one : one[0]?.toUpperCase() + one.slice(1)));
      for (const name of [chosen.join("_"), chosen.join("-"), chosen.join("_").toUpperCase(), chosen.join(" ").toUpperCase()])
        expect(levelOf(name), name).toBe(level);
      if (!chosen.some((one) => /[A-Z0-9]/.test(one))) expect(levelOf(capital.join("")), capital.join("")).toBe(level);
    }),
    { numRuns: runs(2_000) },
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

test("names the word that decides, and what cancels a problem word", () => {
  expect(problemWordOf("Payment FAILED: card declined")).toBe("failed");
  expect(problemWordOf("no errors, payment declined")).toBe("declined");
  expect(problemWordOf("Rechnung ÜBERFÄLLIG")).toBe("überfällig");
  for (const name of ["Order placed", "Failed payment resolved", "Synced without errors"]) expect(problemWordOf(name), name).toBeNull();
  const because: [name: string, word: string, by: string][] = [
    ["No failed payments", "failed", "no"],
    ["Hasn’t failed", "failed", "hasn’t"],
    ["Dispute won today", "dispute", "won"],
    ["failed: false", "failed", "false"],
    ["0 errors", "errors", "0"],
  ];
  for (const [name, word, by] of because) expect(reasonOfName(name)).toEqual({ by: "no_word", word: null, cancelled: { word, by } });
  expect(reasonOfName("Order placed")).toEqual({ by: "no_word", word: null });
  expect(reasonOfName("Card declined")).toEqual({ by: "word", word: "declined" });
});
