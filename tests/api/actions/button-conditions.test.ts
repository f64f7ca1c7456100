import { errorReply, join, panelOf, pressAndWait, pressWith, setOptions } from "../../support/buttons";
import { customer, type Desk, newDesk } from "../../support/desk";
import { expect, type Team, test } from "../../support/fixtures";

const contact = (team: Team, attributes: object, userId = "user_1") =>
  team.api("PUT", `/contacts/${userId}`, { body: { phone: customer.phone, attributes } });

async function expectHidden(desk: Desk, message: string) {
  const before = desk.calls().length;
  expect(await panelOf(desk)).toMatchObject({ buttons: [], hiddenButtons: 1 });
  expect(await pressWith(desk, {})).toMatchObject(errorReply(409, "conflict", message));
  expect(desk.calls()).toHaveLength(before);
}

async function expectShown(desk: Desk) {
  expect(await panelOf(desk)).toMatchObject({ buttons: [{ id: desk.buttonId }], hiddenButtons: 0 });
  await pressAndWait(desk);
}

test("shows a button for known contacts once the person is linked and hides it when the contact is deleted", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { shownWhen: { contact: true } });
  const reason = "This button is only for people who are linked to a contact.";
  await expectHidden(desk, reason);
  await contact(ada, {});
  await expectShown(desk);
  await ada.api("DELETE", "/contacts/user_1");
  await expectHidden(desk, reason);
});

test("shows a button for problems while the person's panel shows one, with or without a contact", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { shownWhen: { problem: true } });
  const reason = "This button is only for people with a problem.";
  await ada.api("POST", "/events", { body: { event: "Order placed", phone: customer.phone } });
  await expectHidden(desk, reason);
  await ada.api("POST", "/events", { body: { event: "Payment failed", phone: customer.phone } });
  await expectShown(desk);
  await contact(ada, {});
  await expectShown(desk);
  await ada.api("DELETE", "/contacts/user_1");
  await expectHidden(desk, reason);
});

const equal = ["pro", 25, true, false, 0, "", "5", "é 👍"] as const;
const unequal: [string | number | boolean, string | number | boolean][] = [
  ["pro", "Pro"],
  ["5", 5],
  [5, "5"],
  ["true", true],
  [true, "true"],
  [true, 1],
  [1, true],
  [0, false],
  [false, ""],
  ["", "x"],
  ["pro ", "pro"],
];

test("shows a button when an attribute equals the value in type and value", async ({ ada, receiver }) => {
  test.slow();
  const desk = await newDesk(ada, receiver);
  for (const value of equal) {
    await contact(ada, { plan: value });
    await setOptions(desk, { shownWhen: { attribute: { name: "plan", equals: value } } });
    expect((await panelOf(desk)).buttons, JSON.stringify(value)).toHaveLength(1);
    await pressAndWait(desk);
  }
  for (const [wanted, value] of unequal) {
    await contact(ada, { plan: value });
    await setOptions(desk, { shownWhen: { attribute: { name: "plan", equals: wanted } } });
    const shown = typeof wanted === "string" ? `“${wanted}”` : String(wanted);
    await expectHidden(desk, `This button is only for contacts whose plan is ${shown}.`);
  }
});

test("does not match inherited object properties, a missing attribute or a missing contact", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  for (const name of ["__proto__", "constructor", "toString", "length", "plan"]) {
    await setOptions(desk, { shownWhen: { attribute: { name, equals: "" } } });
    await expectHidden(desk, `This button is only for contacts whose ${name} is “”.`);
  }
  await contact(ada, { other: "x" });
  for (const name of ["__proto__", "constructor", "plan", "other.length"]) {
    await setOptions(desk, { shownWhen: { attribute: { name, equals: "x" } } });
    await expectHidden(desk, `This button is only for contacts whose ${name} is “x”.`);
  }
});

test("requires all conditions and checks a press against the current state, not the one on the screen", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { shownWhen: { contact: true, problem: true, attribute: { name: "plan", equals: "pro" } } });
  await contact(ada, { plan: "pro" });
  await expectHidden(desk, "This button is only for people with a problem.");
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  await expectShown(desk);
  await contact(ada, { plan: "free" });
  await expectHidden(desk, "This button is only for contacts whose plan is “pro”.");
});

test("hides a button from a role that is not allowed and rejects its press", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const people = { owner: desk.session, admin: await join(ada, "admin", "Ana"), agent: await join(ada, "agent", "Tom") };
  const roles = ["owner", "admin", "agent"] as const;
  for (const allowed of [["owner"], ["admin"], ["agent"], ["owner", "admin"], ["owner", "agent"]] as const) {
    await setOptions(desk, { roles: allowed });
    for (const role of roles) {
      const canPress = allowed.some((one) => one === role);
      const panel = await panelOf(desk, people[role]);
      expect([panel.buttons.length, panel.hiddenButtons], `${role} of ${allowed}`).toEqual(canPress ? [1, 0] : [0, 1]);
      const reply = await pressWith(desk, {}, people[role]);
      if (canPress) {
        expect(reply.status, reply.text).toBe(202);
        await desk.outcome(String(reply.body["callId"]));
      } else {
        expect(reply).toMatchObject(
          errorReply(403, "forbidden", `This button is only for ${allowed.map((one) => `${one}s`).join(" and ")}.`),
        );
      }
    }
  }
  expect(desk.calls()).toHaveLength(7);
});

test("ignores another workspace's contact and problems in a condition", async ({ ada, bob, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await bob.sendMessage(customer);
  await contact(bob, { plan: "pro" });
  await bob.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  await setOptions(desk, { shownWhen: { contact: true } });
  await expectHidden(desk, "This button is only for people who are linked to a contact.");
  await setOptions(desk, { shownWhen: { problem: true } });
  await expectHidden(desk, "This button is only for people with a problem.");
});
