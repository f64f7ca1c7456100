import { putContact } from "@/lib/context/contacts/contract";
import { recordEvent } from "@/lib/context/events/contract";
import { type Operation, operationsOf } from "./operations";
import { samplesOf } from "./samples";

let described: Operation[] | undefined;

/**
 * The examples of the reference for the first contact and the first event, as commands. Without the headers of the examples: with an
 * idempotency key the second time would be a repeat, and show nothing.
 */
export function firstCalls(origin: string): { contact: string; event: string } {
  described ??= operationsOf([putContact, recordEvent]);
  const commands = described.map(({ call }) => samplesOf(origin, { ...call, headers: {} }).find(({ language }) => language === "sh")?.code);
  const [contact = "", event = ""] = commands;
  return { contact, event };
}
