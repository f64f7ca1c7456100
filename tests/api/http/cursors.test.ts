import { newId } from "@/lib/kernel/ids";
import { contracts, pathOf, titleOf } from "../../support/contracts";
import { expect, type Reply, type Session, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { putContact, recordEvent, whatsapp } from "../helpers";

const lists = contracts.filter(
  ({ access, query }) => (access === "key" || access === "session") && query !== undefined && Object.hasOwn(query.shape, "cursor"),
);
/** What a list has to be asked with besides. */
const asked: Readonly<Record<string, string>> = { "GET /search": "q=kumquat&" };

const years = ["0000-01-01T00:00:00.000Z", "+300000-01-01T00:00:00.000Z", "-000001-01-01T00:00:00.000Z"];
const wrongTimes = [...years, "2026-02-30T00:00:00.000Z", "yesterday"];

/** Two rows for each list of the API, so that each has a cursor to forge, and whatever stands in the paths. */
async function filled(team: Team, session: Session): Promise<Record<string, string>> {
  for (const userId of ["u", "v"]) {
    await putContact(team, userId);
    for (const reference of ["1", "2"]) await recordEvent(team, { event: "Payment failed", userId, properties: { reference } });
  }
  const { chatId } = await team.sendMessage(whatsapp);
  const endpoint = await team.api("POST", "/webhook-endpoints", { body: { url: null, types: ["*"] } });
  const { id: endpointId } = endpoint.body["endpoint"] as { id: string };
  await team.api("POST", "/imports?fileName=a.csv", { raw: "userId\nx\ny\n" });
  const file = await team.api("POST", "/imports?fileName=b.csv", { raw: "userId\nx\ny\n" });
  const { id: importId } = file.body["import"] as { id: string };
  await putContact(team, "w");
  const [contact] = (await session.call("GET", "/contacts")).body["items"] as { id: string }[];
  return { userId: "u", contactId: contact?.id ?? "", chatId, endpointId, importId };
}

test("every list refuses a cursor that was made up, or that is of another list", async ({ ada }) => {
  const session = await ada.signIn();
  const values = await filled(ada, session);
  const other = String((await ada.api("GET", "/contacts?limit=1")).body["nextCursor"]);
  const id = newId();
  const plain = ["x", "'", "%00", `${id}_2026-01-01T00:00:00Z`, "2026-01-01T00:00:00.000Z_nobody", other, "a".repeat(1_500)];
  const shapes = [...plain, ...wrongTimes.map((time) => `${time}_${id}`), ...wrongTimes.map((time) => `first ${time}_${id}`)];
  expect(lists.map(titleOf)).toContain("GET /api/v1/imports");
  for (const list of lists) {
    const path = pathOf(list, values);
    const read = (query: string): Promise<Reply> =>
      list.access === "key" ? ada.api("GET", `${path.replace("/api/v1", "")}?${query}`) : session.call("GET", `${path}?${query}`);
    const before = asked[titleOf(list)] ?? "";
    const refuses = async (cursor: string) =>
      expect(await read(`${before}cursor=${encodeURIComponent(cursor)}`), `${titleOf(list)} ${cursor.slice(0, 80)}`).toMatchObject(
        errorReply(400, "invalid_cursor", /^cursor must /),
      );
    for (const cursor of shapes) if (cursor !== other || path !== "/api/v1/contacts") await refuses(cursor);
    for (const cursor of list.access === "key" ? forgedOf(await read("limit=1")) : []) await refuses(cursor);
  }
});

/** The cursor of a page with one of its parts replaced: its mark still fits. */
function forgedOf({ body }: Reply): string[] {
  const cursor = typeof body["nextCursor"] === "string" ? body["nextCursor"] : "";
  const parts =
    cursor.includes("-") && cursor.length === 36 ? [] : (JSON.parse(Buffer.from(cursor, "base64url").toString() || "[]") as string[]);
  const wrong = [...wrongTimes, "", "-1", "1e9", 5, null, "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e1"];
  const changed = parts.flatMap((_, at) => wrong.map((value) => parts.map((part, index) => (index === at ? value : part))));
  return [...changed, ...(parts.length > 0 ? [parts.slice(0, -1), [...parts, "more"]] : [])].map((one) =>
    Buffer.from(JSON.stringify(one)).toString("base64url"),
  );
}
