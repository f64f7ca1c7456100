import { amountText } from "@/lib/actions/buttons/shared/currency";
import { type ButtonInput, storedOptions } from "@/lib/actions/buttons/shared/options";
import type { Outcome } from "@/lib/chats/contract";
import { referenceOf } from "@/lib/context/events/shared/like";
import type { ActionCall, Prisma } from "@/lib/platform/db/client/client";

type Values = Record<string, string | number>;
type Sent = { inputs?: Values; event?: { id: string; event: string; properties: Parameters<typeof referenceOf>[0] } };

/**
 * What the outcome's note says of the press itself: what was filled in, and the problem that it was about. Both come from the body
 * that was sent, which is removed with the contact: nothing of it is left then. A problem that was removed meanwhile is not named.
 */
export async function pressedWith(
  on: Pick<Prisma.TransactionClient, "actionButton" | "event">,
  { workspaceId, buttonId, requestBody }: Pick<ActionCall, "workspaceId" | "buttonId" | "requestBody">,
): Promise<Pick<Outcome, "eventId" | "about" | "inputs">> {
  if (requestBody === null) return {};
  const { inputs, event } = JSON.parse(requestBody) as Sent;
  return {
    ...(event &&
      (await isThere(on, workspaceId, event.id)) && {
        eventId: event.id,
        about: { event: event.event, reference: referenceOf(event.properties) },
      }),
    ...(inputs && Object.keys(inputs).length > 0 && { inputs: labelled(inputs, await inputsOf(on, workspaceId, buttonId)) }),
  };
}

const isThere = async (on: Pick<Prisma.TransactionClient, "event">, workspaceId: string, id: string): Promise<boolean> =>
  (await on.event.count({ where: { workspaceId, id } })) > 0;

/** The button's inputs now; none of a button that was removed meanwhile. */
async function inputsOf(on: Pick<Prisma.TransactionClient, "actionButton">, workspaceId: string, id: string): Promise<ButtonInput[]> {
  const button = await on.actionButton.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
  return button ? storedOptions(button).inputs : [];
}

/** The values with the labels and units that the agent saw; with the input's name where it has no label any more. */
export const labelled = (values: Values, inputs: readonly ButtonInput[]): NonNullable<Outcome["inputs"]> =>
  Object.entries(values).map(([name, value]) => {
    const input = inputs.find((one) => one.name === name);
    const unit = input?.type === "number" ? input.unit : "";
    const text = typeof value === "number" ? amountText(value, unit) : value;
    return { label: input?.label ?? name, value: unit === "" ? text : `${text} ${unit}` };
  });
