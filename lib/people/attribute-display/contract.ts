import { z } from "zod";
import { PropertyKey } from "@/lib/kernel/attributes";
import { contract, InWorkspace, mustBe, Name } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";
import { isCurrency } from "./shared/currencies";

/** The colours of a badge: names of the tokens. */
export const Tone = z.enum(["plain", "accent", "good", "note", "problem"], {
  error: mustBe('"plain", "accent", "good", "note" or "problem"'),
});
export type Tone = z.output<typeof Tone>;

const kinds = { error: mustBe("a format: text, number, money, date, dateTime, link or badge") };
const formatsWith = <Currency extends z.ZodType<string, string>>(currency: Currency) =>
  z.discriminatedUnion(
    "kind",
    [
      z.object({ kind: z.literal("text") }),
      z.object({ kind: z.literal("number") }),
      z.object({ kind: z.literal("money"), currency }),
      z.object({ kind: z.literal("date") }),
      z.object({ kind: z.literal("dateTime") }),
      z.object({ kind: z.literal("link") }),
      z.object({ kind: z.literal("badge"), tone: Tone }),
    ],
    kinds,
  );

/** How a value is written. A value that does not have the form is shown as it was sent. */
export const AttributeFormat = formatsWith(z.string());
export type AttributeFormat = z.output<typeof AttributeFormat>;
export type FormatKind = AttributeFormat["kind"];

/** How one attribute of contacts is shown. The order of the list is the order on the screen. */
export const AttributeDisplay = z.object({
  key: PropertyKey,
  /** Shown instead of the key. */
  name: z.string().nullable(),
  /** The heading that it is listed under. */
  group: z.string().nullable(),
  /** Above all others. */
  isPinned: z.boolean(),
  /** Also in the rows of lists, for one attribute at most. */
  isListed: z.boolean().optional(),
  format: AttributeFormat,
});
export type AttributeDisplay = z.output<typeof AttributeDisplay>;

/** The attribute of somebody that is in their row of a list, with how it is shown. */
export const ListedAttribute = AttributeDisplay.pick({ key: true, name: true, format: true }).extend({
  value: z.union([z.string(), z.number(), z.boolean()]),
});
export type ListedAttribute = z.output<typeof ListedAttribute>;

export const maxDisplays = 100;
export const maxNameLength = 60;

/** Whether one of them is there twice. */
const isRepeated = (displays: readonly { key: string }[]) => new Set(displays.map(({ key }) => key)).size < displays.length;

const Currency = z.string({ error: mustBe("a currency such as EUR") }).refine(isCurrency, refused("currency"));

/** As an admin sends it. */
export const DisplayInput = AttributeDisplay.extend({
  format: formatsWith(Currency),
  name: Name(maxNameLength).nullable(),
  group: Name(maxNameLength).nullable(),
  isPinned: z.boolean({ error: mustBe("true or false") }),
  isListed: z.boolean({ error: mustBe("true or false") }).optional(),
});

const Displays = z
  .array(DisplayInput, { error: mustBe("a list of attributes") })
  .max(maxDisplays, { error: `must be at most ${maxDisplays} attributes.` })
  .refine((displays) => !isRepeated(displays), { error: "must name each attribute once." })
  .refine((displays) => displays.filter(({ isListed }) => isListed).length <= 1, { error: "must show one attribute in lists at most." });

const Version = z.string({ error: mustBe("the version that was read") });

export const DisplaySettings = z.object({
  items: z.array(AttributeDisplay),
  /** Changes with every change of the items. */
  version: z.string(),
});
export type DisplaySettings = z.output<typeof DisplaySettings>;

export const getAttributeDisplay = contract({
  method: "GET",
  path: "/api/w/{workspace}/attribute-display",
  summary: "How the attributes of contacts are shown, in their order",
  access: "session",
  params: InWorkspace,
  status: 200,
  output: DisplaySettings,
});

export const saveAttributeDisplay = contract({
  method: "PUT",
  path: "/api/w/{workspace}/attribute-display",
  summary: "Choose how the attributes of contacts are shown; the version is that of the list which was changed",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ items: Displays, version: Version }),
  status: 200,
  output: DisplaySettings,
  errors: ["conflict"],
});

/** An attribute that contacts have, with one of its values when that is short. */
const SeenAttribute = z.object({
  key: z.string(),
  count: z.int(),
  example: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});
export type SeenAttribute = z.output<typeof SeenAttribute>;

export const listSeenAttributes = contract({
  method: "GET",
  path: "/api/w/{workspace}/attribute-display/seen",
  summary: "The attributes of the contacts that were seen last, the most frequent first",
  access: "session",
  params: InWorkspace,
  status: 200,
  output: z.object({ items: z.array(SeenAttribute) }),
});
