import fc from "fast-check";

/** Humans, phones, contacts: few of each, so that their histories meet. Two phones are forms of one number, and one is free at first. */
export const phones = ["5511987654321", "551187654321", "447911000001", "447911000002"] as const;
const userIds = ["ada", "bea", "cleo"] as const;
export const humans = [0, 1, 2] as const;

const phone = fc.constantFrom(...phones);
export const userId = fc.constantFrom(...userIds);
export const human = fc.constantFrom(...humans);
const shows = fc.constantFrom("phone", "id", "both");
const userIdAndPhone = { userId: fc.option(userId, { freq: 2 }), phone: fc.option(phone) };
const reference = fc.constantFrom("", "INV-1", "INV-2");

/** What may happen in a workspace. `human` is somebody outside; what they show of themselves is up to WhatsApp. */
export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("say"), human, shows }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("visit"), human }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("put"), userId, phone: fc.option(phone) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("event"), ...userIdAndPhone }) },
  {
    weight: 6,
    // Some of them happened before what was sent earlier.
    arbitrary: fc.record({ kind: fc.constant("problem"), ...userIdAndPhone, reference, isInfo: fc.boolean(), minutesAgo: fc.nat(4) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("handle"), human, handled: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("identify"), human, userId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("code"), human, userId, shows, isVisitor: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("accept"), human, userId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("undo"), human }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("change number"), human, hidesIds: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("change id"), human }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("say late"), human }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("share phone"), human }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("decide"), moves: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close"), human }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("age"), human }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete"), userId }) },
);
type Steps = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type Step = Steps;
export type Shows = "phone" | "id" | "both";
export type Phone = (typeof phones)[number];
export type UserId = (typeof userIds)[number];
