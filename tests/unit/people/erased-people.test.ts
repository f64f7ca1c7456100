import { newId } from "@/lib/kernel/ids";
import { setPhone } from "@/lib/people";
import { expect } from "../../support/expect";
import { test } from "../../support/memory-desk";

test("a phone that a card attests is not written to a person who was erased meanwhile", async ({ desk }) => {
  const { client, workspaceId } = desk;
  const [erased, known] = [newId(), newId()];
  const person = { workspaceId, channel: "whatsapp", createdAt: new Date() } as const;
  await client.person.createMany({ data: [erased, known].map((id) => ({ ...person, id })) });
  await client.$executeRaw`
    insert into erased_person (workspace_id, person_id, erased_at) values (${workspaceId}::uuid, ${erased}::uuid, now())`;
  await expect(setPhone(workspaceId, { personId: erased, phone: "447911123456" })).rejects.toMatchObject({ code: "not_found" });
  expect(await setPhone(workspaceId, { personId: known, phone: "447911123457" })).toBe(true);
  const phones = await client.person.findMany({ where: { workspaceId }, select: { id: true, phone: true }, orderBy: { phone: "asc" } });
  expect(phones).toEqual([
    { id: known, phone: "447911123457" },
    { id: erased, phone: null },
  ]);
});
