import { z } from "zod";
import { mustBe } from "./contract";

/** How many items a batch has at most (contract §9). */
export const maxItems = 100;
/** How many bytes it has at most. */
export const maxBatchBytes = 512 * 1024;

/** The body of a batch of these items. Each of them is validated by itself, so this only describes them. */
export const batchOf = <Item extends z.ZodObject>(item: Item, id: string) =>
  z.object({ items: z.array(item).min(1).max(maxItems) }).meta({ id, description: `1 to ${maxItems} items.` });

/** The list of a batch, before its items are looked at. */
export const Items = z.object({
  items: z
    .array(z.unknown(), { error: mustBe(`a list of 1 to ${maxItems} items`) })
    .refine(({ length }) => length >= 1 && length <= maxItems, {
      error: (issue) => `must have 1 to ${maxItems} items; you sent ${(issue.input as unknown[]).length}.`,
    }),
});

export const BatchQuery = z.object({
  atomic: z
    .enum(["true", "false"], { error: 'must be "true" or "false".' })
    .optional()
    .transform((text) => text === "true")
    .meta({ type: "boolean", enum: [true, false], description: "All items are saved, or none.", example: false }),
});

/** A dry run of a call, or of all items of a batch (contract §9). */
export const DryRunQuery = z.object({
  dryRun: z
    .enum(["true", "false"], { error: mustBe('"true" or "false"') })
    .optional()
    .transform((text) => text === "true")
    .meta({
      type: "boolean",
      enum: [true, false],
      description: "true: nothing is stored, and the answer is 200 with what the call would do. It counts as a call.",
      example: false,
    }),
});

const index = z.int().meta({ description: "The place of the item in the batch, from 0.", example: 1 });

const ItemError = z.object({ code: z.string(), message: z.string().meta({ description: "Says what to fix." }) }).meta({
  id: "ItemError",
  example: { code: "invalid_request", message: "event must be a string of 1 to 120 characters; you sent nothing." },
});

const RefusedItem = z
  .object({ index, status: z.int().meta({ example: 400 }), error: ItemError })
  .meta({ id: "RefusedItem", description: "The status and the error that a call with this item alone would be answered." });

type Results = {
  status: number;
  id: string;
  item: string;
  /** What a dry run is answered, where it is something else. */
  rehearsed?: { item: z.ZodObject; id: string };
};

const resultOf = (saved: z.ZodObject, status: number, id: string, description: string) =>
  saved
    .extend({ index: index.meta({ example: 0 }), status: z.literal(status), warnings: z.array(z.string()).optional() })
    .meta({ id, description });

/** What is answered to a batch: for each item what a call with it alone would be answered. */
export const resultsOf = (saved: z.ZodObject, { status, id, item, rehearsed }: Results) =>
  z
    .object({
      results: z.array(
        z.union([
          resultOf(saved, status, item, "A saved item."),
          ...(rehearsed ? [resultOf(rehearsed.item, 200, rehearsed.id, "What an item would do. Nothing was stored.")] : []),
          RefusedItem,
        ]),
      ),
    })
    .meta({ id, description: "One result for each item, in the order in which they were sent." });

/** What is answered when nothing was written because one must not be. */
const RefusedBatch = z
  .object({
    error: ItemError.meta({ id: "RefusedBatchError", example: { code: "batch_refused", message: "…" } }),
    results: z.array(RefusedItem),
  })
  .meta({ id: "RefusedBatch", description: "The results are those of the items that were refused." });

/** The other answers to a batch. */
export const batchStatuses = (output: z.ZodType) =>
  [
    { status: 207, when: "At least one item was refused; the others are saved.", output },
    {
      status: 422,
      code: "batch_refused",
      when: "With atomic=true at least one item was refused, so nothing was written.",
      output: RefusedBatch,
    },
  ] as const;

/** Where the errors of a batch as a whole differ from those of a call. */
export const batchRefusals = {
  payload_too_large: { when: "The body is over 512 KiB.", message: "The body must have at most 512 KiB (524,288 bytes)." },
  rate_limited: {
    when: "More items of batches came than are allowed in a minute. Wait as long as Retry-After says.",
    message: "A workspace may send 3000 items of batches in a minute, and 40 are left. Wait 12 seconds, or send fewer.",
  },
};
