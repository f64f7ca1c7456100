import type { Step } from "./world";

/** Histories that chance rarely makes; they are played before the random ones. Human 0 begins with 551187654321, 1 and 2 with 447911000001 and …2. */
export const examples: [Step[]][] = [
  // Two people have one form of a number each, and an event names the one whose form the contact does not have.
  [
    [
      { kind: "event", userId: "ada", phone: "5511987654321" },
      { kind: "say", human: 0, shows: "phone" },
      { kind: "change number", human: 1, hidesIds: false },
      { kind: "say", human: 1, shows: "phone" },
      { kind: "event", userId: "ada", phone: "551187654321" },
    ],
  ],
  // A number passes on; its former owner is found by it for late messages only.
  [
    [
      { kind: "say", human: 1, shows: "phone" },
      { kind: "change number", human: 1, hidesIds: false },
      { kind: "change number", human: 2, hidesIds: false },
      { kind: "say", human: 2, shows: "phone" },
    ],
  ],
  // Somebody was two people, by id and by phone, when their number changed.
  [
    [
      { kind: "say", human: 1, shows: "id" },
      { kind: "say", human: 1, shows: "phone" },
      { kind: "change number", human: 1, hidesIds: false },
      { kind: "change number", human: 2, hidesIds: false },
      { kind: "say", human: 2, shows: "phone" },
      { kind: "say", human: 1, shows: "both" },
    ],
  ],
  // The same, and each of the two belongs to another contact.
  [
    [
      { kind: "put", userId: "bea", phone: "447911000001" },
      { kind: "put", userId: "ada", phone: null },
      { kind: "code", human: 1, userId: "ada", shows: "id", isVisitor: false },
      { kind: "say", human: 1, shows: "phone" },
      { kind: "change number", human: 1, hidesIds: false },
      { kind: "change number", human: 2, hidesIds: false },
      { kind: "say", human: 2, shows: "phone" },
    ],
  ],
  // An event has linked the number that changes.
  [
    [
      { kind: "put", userId: "ada", phone: "447911000002" },
      { kind: "say", human: 1, shows: "phone" },
      { kind: "event", userId: "ada", phone: "447911000001" },
      { kind: "change number", human: 1, hidesIds: false },
    ],
  ],
  // A message from before the change, whose sender's id was hidden in it.
  [
    [
      { kind: "say", human: 1, shows: "both" },
      { kind: "change number", human: 1, hidesIds: true },
      { kind: "say late", human: 1 },
      { kind: "say", human: 1, shows: "both" },
    ],
  ],
  // Two contacts have the other form of a number, and an event names that form.
  [
    [
      { kind: "put", userId: "ada", phone: "5511987654321" },
      { kind: "put", userId: "bea", phone: "5511987654321" },
      { kind: "say", human: 0, shows: "phone" },
      { kind: "event", userId: null, phone: "5511987654321" },
    ],
  ],
  // A handled problem moves to a contact that has the same one, and away from it again when the contact is deleted.
  [
    [
      { kind: "say", human: 1, shows: "phone" },
      { kind: "problem", userId: null, phone: "447911000001", reference: "INV-1", isInfo: false, minutesAgo: 0 },
      { kind: "handle", human: 1, handled: true },
      { kind: "problem", userId: "ada", phone: null, reference: "INV-1", isInfo: false, minutesAgo: 4 },
      { kind: "put", userId: "ada", phone: "447911000001" },
      { kind: "handle", human: 1, handled: false },
      { kind: "problem", userId: "ada", phone: null, reference: "INV-1", isInfo: true, minutesAgo: 1 },
      { kind: "put", userId: "ada", phone: null },
      { kind: "delete", userId: "ada" },
    ],
  ],
  // A number passes on to somebody whose ids are hidden; its former owner is known from a late message alone.
  [
    [
      { kind: "change number", human: 1, hidesIds: false },
      { kind: "say late", human: 1 },
      { kind: "change number", human: 2, hidesIds: true },
      { kind: "say", human: 2, shows: "phone" },
    ],
  ],
];
