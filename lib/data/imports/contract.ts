import { z } from "zod";
import { Flag, flag, listOf, nextCursor, paging } from "@/lib/desk/lists/contract";
import { PropertyKey } from "@/lib/kernel/attributes";
import { contract, EmptyObject, Id, InWorkspace, mustBe, oneOf, RefusalData, Text, Time, Uuid } from "@/lib/kernel/contract";
import { idempotent } from "@/lib/kernel/idempotency";
import { encodingNames } from "./shared/encodings";
import { maxColumns, maxHeaderLine, maxImportBytes, maxImportLines, undoDays, waitHours } from "./shared/limits";

/** `columns`: it waits for what its columns mean. `checked`: it waits for its run. */
const importStates = ["columns", "checking", "checked", "running", "done", "cancelled", "failed", "undoing", "undone"] as const;
export type ImportState = (typeof importStates)[number];

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** What a check, and later the run, says of a line. */
export const lineResults = ["new", "changed", "unchanged", "refused", "duplicate", "empty"] as const;
export type LineResult = (typeof lineResults)[number];

/** Why an import failed. */
const failureCodes = ["open_quote", "too_many_lines", "line_too_long", "file_missing", "file_discarded", "no_room", "internal"] as const;
export type FailureCode = (typeof failureCodes)[number];

/** What the values of an attribute are written as. */
const valueTypes = ["text", "number", "boolean"] as const;
export type ValueType = (typeof valueTypes)[number];

/** What happens to a line with an optional value that is not allowed. */
const invalidValues = ["refuse", "leave_out"] as const;
export type InvalidValues = (typeof invalidValues)[number];

const fieldKinds = ["userId", "name", "email", "phone", "tags", "attributes"] as const;
const kinds = [...fieldKinds, "attribute"] as const;

const FieldTarget = z.object({
  kind: z.enum(fieldKinds, { error: mustBe(oneOf(kinds)) }).meta({
    description:
      "tags: names with commas between, or a list in JSON; tags that the workspace does not have are made. attributes: several attributes as an object in JSON, as the last column of an export of contacts has them.",
  }),
});
const AttributeTarget = z.object({
  kind: z.literal("attribute"),
  name: PropertyKey.meta({ description: "The name of the attribute.", example: "plan" }),
  type: z
    .enum(valueTypes, { error: mustBe(`${oneOf(valueTypes)}, or left out`) })
    .optional()
    .meta({
      description:
        "What its values are written as. Left out, as the workspace’s contacts have it; else numbers or booleans when every value of the column is one, and no number has a leading zero.",
      example: "number",
    }),
});
const Target = z
  .discriminatedUnion("kind", [FieldTarget, AttributeTarget], { error: mustBe(`null or an object with a kind: ${oneOf(kinds)}`) })
  .meta({ id: "ImportTarget", description: "The field that a column is written to.", example: { kind: "attribute", name: "plan" } });
export type Target = z.output<typeof Target>;

const index = z.int().min(0).meta({ description: "The place of the column in the file, from 0.", example: 3 });

const Column = z
  .object({
    index,
    header: z.string().meta({ description: "What the line of the headers says.", example: "Plan" }),
    examples: z
      .array(z.string())
      .meta({ description: "The first values that are not empty, three at most.", example: ["pro", "free", "business"] }),
    target: Target.nullable().meta({ description: "null: the column is ignored." }),
    type: z.enum(valueTypes).nullable().meta({
      description:
        "What the values are written as, if they are written to an attribute: as its target says, else as contacts have it, else as its values are, of the first lines before the check and of the whole file after it. null: there are no values.",
      example: "text",
    }),
    typeFrom: z.enum(["target", "contacts", "values"]).nullable().meta({ description: "What the type is by.", example: "values" }),
    guessed: z.boolean().meta({
      description: "Whether the target was guessed by the header and the values, and nobody has set it yet.",
      example: true,
    }),
  })
  .meta({ id: "ImportColumn" });
export type Column = z.output<typeof Column>;

const headerLine = z
  .int()
  .min(1)
  .max(maxHeaderLine, { error: `must be a line from 1 to ${maxHeaderLine}.` });

/** What is likely wrong with a file that can be read. */
const warningCodes = ["letters"] as const;
export type WarningCode = (typeof warningCodes)[number];
const Warning = z
  .object({
    code: z.enum(warningCodes).meta({ description: "letters: words have letters that no word has, so the encoding is likely another." }),
    message: z.string().meta({ description: "Says what to look at.", example: "Some words have letters that no language writes so." }),
  })
  .meta({ id: "ImportWarning", example: { code: "letters", message: "Some words have letters that no language writes so." } });
export type Warning = z.output<typeof Warning>;

const count = (what: string, example: number) => z.int().meta({ description: what, example });

const Counts = z
  .object({
    new: count("Lines whose contact does not exist.", 940),
    changed: count("Lines that change a contact.", 48),
    unchanged: count("Lines whose contact has all of these values already. The run does not write them.", 7),
    refused: count("Lines with a value that PUT /contacts would refuse. The run leaves them out.", 2),
    duplicate: count("Lines whose userId an earlier line has. The first one counts; the run leaves the others out.", 1),
    empty: count("Lines without any value. They are counted, and not listed.", 2),
  })
  .meta({ id: "ImportCounts", description: "Of the check, until the run has written a line; then of what the run did." });

export const Import = z
  .object({
    id: Uuid,
    fileName: z.string().meta({ example: "customers.csv" }),
    bytes: z.int().meta({ example: 48_210 }),
    state: z.enum(importStates).meta({
      description:
        "columns: waits for what its columns mean; checking; checked: waits for its run; running; done; cancelled; failed: see failure; undoing; undone.",
      example: "checked",
    }),
    encoding: z.enum(encodingNames).meta({ example: "utf-8" }),
    delimiter: z.enum(delimiters).meta({ example: "," }),
    headerLine: z.int().meta({ description: "The line of the file that has the headers, from 1. What is above is not read.", example: 1 }),
    warnings: z.array(Warning).meta({ description: "What looks wrong and may be right.", example: [] }),
    columns: z.array(Column),
    defaultCountry: z.string().nullable().meta({ description: "The calling code of phones without one; null for none.", example: "49" }),
    progress: z
      .object({
        phase: z.enum(["check", "run", "undo"]).nullable().meta({ description: "What goes on; null when nothing does.", example: null }),
        done: count("What the phase is through with: bytes of a check, lines of a run, contacts of an undo.", 48_210),
        total: count("Of how many.", 48_210),
        lines: count("Lines of data that were found so far.", 1_000),
        written: count("Contacts that the run has created or changed so far.", 0),
      })
      .meta({ id: "ImportProgress" }),
    counts: Counts,
    invalidValues: z.enum(invalidValues).meta({
      description: "What happens to a line with an optional value that is not allowed: the line is refused, or taken without the value.",
      example: "refuse",
    }),
    leftOut: count("Lines that are taken without some of their values. They are among the others, too.", 0),
    failure: z
      .object({
        code: z.enum(failureCodes),
        message: z.string().meta({ description: "Says what to fix.", example: "The quotation mark that begins in line 17 never ends." }),
        line: z.int().nullable().meta({ description: "The line of the file where it is, if it is in one." }),
      })
      .nullable()
      .meta({
        id: "ImportFailure",
        example: { code: "open_quote", message: "The quotation mark that begins in line 17 never ends.", line: 17 },
      }),
    stored: z
      .object({
        bytes: count("Bytes of its file that are in the store: 0 once the file is gone.", 48_210),
        lines: count("Lines that are stored with their results.", 1_000),
      })
      .meta({ id: "ImportStored", description: "What it takes of the room that a workspace has for imports, whatever its state." }),
    fileKept: z.boolean().meta({
      description: "Whether the file is still there, so that its columns can be set again.",
      example: true,
    }),
    createdBy: z.string().meta({ description: "Who sent the file: a member or a key.", example: "Grace Hopper" }),
    createdAt: Time,
    startedAt: Time.nullable().meta({ description: "When the run was started.", example: null }),
    finishedAt: Time.nullable().meta({ description: "When the run ended, or was cancelled.", example: null }),
    undoUntil: Time.nullable().meta({ description: "Until when it can be undone; null if there is nothing to undo.", example: null }),
    undone: z
      .object({
        removed: count("Contacts that only this import made.", 938),
        stayed: count("Contacts that this import made, and that something happened to since.", 2),
      })
      .nullable()
      .meta({ id: "ImportUndone", example: null }),
  })
  .meta({ id: "Import" });
export type Import = z.output<typeof Import>;
export type ImportReply = z.input<typeof Import>;

const OneImport = z.object({ import: Import }).meta({ id: "OneImport" });

/** The name of the file, for people: its last part, without what cannot be seen. */
const FileName = Text(1, 255).meta({
  description: "The file’s name, for people; left out, the one that a form gives.",
  example: "customers.csv",
});
const NewImportQuery = z.object({ fileName: FileName.optional() });

const CallingCode = z
  .string({ error: mustBe("a calling code such as 49, or null") })
  .regex(/^[1-9]\d{0,2}$/, { error: "must be a calling code of 1 to 3 digits, such as 49." });

export const ColumnsInput = z
  .object({
    columns: z
      .array(z.object({ index, target: Target.nullable() }), { error: mustBe("a list of columns") })
      .max(maxColumns, { error: `must have at most ${maxColumns} columns.` })
      .optional()
      .meta({
        description:
          "What the columns mean; one that is not named is ignored. Exactly one is the userId; several may be the name, and are joined. Left out, nothing is checked: with another encoding, delimiter or line of headers the columns are read anew.",
        example: [
          { index: 0, target: { kind: "userId" } },
          { index: 3, target: { kind: "attribute", name: "plan" } },
        ],
      }),
    defaultCountry: CallingCode.nullable()
      .optional()
      .meta({
        type: ["string", "null"],
        description:
          "The calling code that is put before phones without one: those that begin with a zero, or that are as long as a number within that country.",
        example: "49",
      }),
    invalidValues: z
      .enum(invalidValues, { error: `must be ${oneOf(invalidValues)}.` })
      .optional()
      .meta({
        description:
          "Whether a line with an optional value that is not allowed, such as a phone, an e-mail or an attribute that is too long, is refused, or taken without that value and listed with leftOut. At first it is refused.",
        example: "leave_out",
      }),
    encoding: z
      .enum(encodingNames, { error: `must be ${oneOf(encodingNames)}.` })
      .optional()
      .meta({ description: "If the one that was found is wrong.", example: "windows-1252" }),
    delimiter: z
      .enum(delimiters, { error: `must be ${oneOf(delimiters)}.` })
      .optional()
      .meta({ description: "If the one that was found is wrong.", example: ";" }),
    headerLine: headerLine
      .optional()
      .meta({ description: "The line of the file that has the headers, if another one was found. What is above is not read.", example: 3 }),
  })
  .meta({ id: "ImportColumns" });
export type ColumnsInput = z.output<typeof ColumnsInput>;

const ImportsQuery = z.object(paging);

const result = z.enum(lineResults, { error: `must be ${oneOf(lineResults)}.` });
export const LinesQuery = z.object({
  result: result.optional().meta({ description: "Only lines with this result.", example: "refused" }),
  leftOut: Flag.optional().meta({
    ...flag,
    description: "Only lines that are taken without some of their values; false: only the others.",
  }),
  ...paging,
});
export type LinesQuery = z.output<typeof LinesQuery>;

const leftOut = {
  column: z.string().meta({ description: "The header of the column.", example: "Phone" }),
  value: z.string().meta({ description: "What it has, 200 characters at most.", example: "call me" }),
  reason: z.string().meta({ description: "Why, as PUT /contacts says it.", example: "phone must hold digits only, besides a leading +." }),
};
const LeftOut = z.object(leftOut).meta({ id: "ImportLeftOut", description: "A value that a line is taken without." });

const Line = z
  .object({
    line: z.int().meta({ description: "The line of the file where it begins, from 1.", example: 17 }),
    result: result.meta({ example: "refused" }),
    userId: z.string().nullable().meta({ description: "null where it is empty or not allowed.", example: "user_8841" }),
    values: z.record(z.string(), z.string()).meta({
      description:
        "What would be written, by field: name, email, phone, tags, and attributes as attributes.plan. Of a refused or duplicate line nothing.",
      example: { name: "Ada Okafor", "attributes.plan": "pro" },
    }),
    column: z.string().nullable().meta({ description: "The header of the column that is refused.", example: "E-mail" }),
    value: z.string().nullable().meta({ description: "What it has, 200 characters at most.", example: "ada@" }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why, as PUT /contacts says it.", example: "email must be an e-mail address such as ada@example.com." }),
    leftOut: z.array(LeftOut).meta({ description: "Values that the line is taken without. None of a refused line.", example: [] }),
  })
  .meta({ id: "ImportLine" });
export type Line = z.output<typeof Line>;
/** A line on a screen. */
const ShownLine = Line.extend({
  refusal: RefusalData.nullable(),
  leftOut: z.array(z.object({ ...leftOut, refusal: RefusalData.optional() })),
});
export type ShownLine = z.output<typeof ShownLine>;

const ImportList = listOf(Import, "ImportList");
const LineList = listOf(Line, "ImportLineList");

const params = z.object({ importId: Id });
const published = { access: "key", isPublished: true } as const;
const file = { fileInPieces: true, maxBodyBytes: maxImportBytes } as const;

const unknown = {
  not_found: {
    when: "No import of the workspace has this id, or it ended more than seven days ago.",
    message: "There is no such import. They go seven days after they ended.",
  },
};
const wrongState = (when: string, message: string) => ({ ...unknown, conflict: { when, message } });

export const createImport = contract({
  ...published,
  method: "POST",
  path: "/api/v1/imports",
  ...idempotent("people"),
  madePerMinute: 60,
  summary: "Send a file of contacts",
  description: `The body is the file: CSV of at most ${maxImportBytes / 1024 / 1024} MB and ${maxImportLines.toLocaleString("en-GB")} lines, within two minutes. Encoding, delimiter (comma, semicolon, tab, |), the line of the headers and columns are found; correct them by PUT columns, which begins the check. A form (multipart/form-data) with one file in it is taken, too. Nothing is written before the run. Unused, it goes after ${waitHours} hours, or when somebody is deleted: nobody knows yet who is in it.`,
  query: NewImportQuery,
  ...file,
  status: 201,
  output: OneImport,
  errors: ["conflict", "payload_too_large"],
  refusals: {
    invalid_request: {
      when: "The file cannot be read: it is empty, or two of its headers are the same.",
      message: "The headers of columns 2 and 5 are both “email”. Give each column a header of its own and send the file again.",
    },
    conflict: {
      when: "Ten files of the workspace wait already, or its imports keep 1,000 MB of files, or are 3,000.",
      message: "10 files of this workspace wait for their run. Run or cancel one of these imports first.",
    },
    payload_too_large: { when: "The file is over 200 MB.", message: "The body must have at most 200 MB." },
  },
});

export const listImports = contract({
  ...published,
  method: "GET",
  path: "/api/v1/imports",
  summary: "List the imports",
  description: "The newest first.",
  query: ImportsQuery,
  status: 200,
  output: ImportList,
  errors: ["invalid_cursor"],
});

export const getImport = contract({
  ...published,
  method: "GET",
  path: "/api/v1/imports/{importId}",
  summary: "Read an import",
  description: "With its progress and its counts.",
  params,
  status: 200,
  output: OneImport,
  errors: ["not_found"],
  refusals: unknown,
});

export const setImportColumns = contract({
  ...published,
  method: "PUT",
  path: "/api/v1/imports/{importId}/columns",
  summary: "Say what the columns of an import mean",
  description:
    "Begins the check of the whole file, which writes no contact. An empty cell leaves the field of the contact as it is, and so does a column that the file does not have. Of lines with the same userId the first one counts.",
  params,
  body: ColumnsInput,
  status: 200,
  output: OneImport,
  errors: ["not_found", "conflict"],
  refusals: wrongState(
    "It is checked right now, was started, or its file is gone.",
    "This import was started or cancelled already. Send the file again.",
  ),
});

export const runImport = contract({
  ...published,
  method: "POST",
  path: "/api/v1/imports/{importId}/run",
  ...idempotent("people"),
  summary: "Run a checked import",
  description:
    "Writes what the check found new or changed, in the background. Imports of a workspace run one after the other; they count against no limit, and post no cards.",
  params,
  status: 202,
  output: OneImport,
  errors: ["not_found", "conflict"],
  refusals: wrongState(
    "It is not checked, or was started already.",
    "Only a checked import can be run; this one is waiting for its columns.",
  ),
});

export const cancelImport = contract({
  ...published,
  method: "POST",
  path: "/api/v1/imports/{importId}/cancel",
  ...idempotent("people"),
  summary: "Cancel an import",
  description:
    "Also one whose check failed: its file goes, and so do the lines of an import that wrote nothing. A run stops within about 500 lines. What it has written stays, is counted, and can be undone.",
  params,
  status: 200,
  output: OneImport,
  errors: ["not_found", "conflict"],
  refusals: wrongState("It has ended already.", "This import is cancelled, so nothing is left to cancel."),
});

export const undoImport = contract({
  ...published,
  method: "POST",
  path: "/api/v1/imports/{importId}/undo",
  ...idempotent("people"),
  summary: "Undo an import",
  description: `Within ${undoDays} days: removes the contacts that only this import made, and that nothing happened to since: no chat, event, change or merge. Contacts that it changed keep their values. In the background.`,
  params,
  status: 202,
  output: OneImport,
  errors: ["not_found", "conflict"],
  refusals: wrongState(
    "It has not ended, made no contact, or is too old.",
    "Only an import that has ended can be undone; this one is waiting for its columns.",
  ),
});

export const listImportLines = contract({
  ...published,
  method: "GET",
  path: "/api/v1/imports/{importId}/lines",
  summary: "List the lines of an import",
  description: `In the order of the file, with what the check, and then the run, says of each. They are there until ${undoDays} days after the import ended; those of a deleted contact go with it, and those of an import that wrote nothing when it is cancelled or fails. Empty ones are not kept.`,
  params,
  query: LinesQuery,
  status: 200,
  output: LineList,
  errors: ["not_found", "invalid_cursor"],
  refusals: unknown,
});

// What the screens call.

const InImport = InWorkspace.extend({ importId: Id });
const ofScreens = { access: "session", role: "admin" } as const;

export const uploadImport = contract({
  ...ofScreens,
  method: "POST",
  path: "/api/w/{workspace}/imports",
  madePerMinute: 60,
  summary: "Send a file of contacts: the body is the file",
  params: InWorkspace,
  query: NewImportQuery,
  ...file,
  status: 201,
  output: createImport.output,
  errors: ["conflict", "payload_too_large"],
});

export const importsOf = contract({
  ...ofScreens,
  method: "GET",
  path: "/api/w/{workspace}/imports",
  summary: "The imports, newest first",
  params: InWorkspace,
  query: ImportsQuery,
  status: 200,
  output: listImports.output,
});

export const readImport = contract({
  ...ofScreens,
  method: "GET",
  path: "/api/w/{workspace}/imports/{importId}",
  summary: "An import with its progress and counts",
  params: InImport,
  status: 200,
  output: getImport.output,
});

export const mapImport = contract({
  ...ofScreens,
  method: "PUT",
  path: "/api/w/{workspace}/imports/{importId}/columns",
  summary: "Say what the columns mean, and begin the check",
  params: InImport,
  body: ColumnsInput,
  status: 200,
  output: setImportColumns.output,
  errors: ["conflict"],
});

const steps = { ...ofScreens, method: "POST", params: InImport, body: EmptyObject, errors: ["conflict"] } as const;

export const startImport = contract({
  ...steps,
  path: "/api/w/{workspace}/imports/{importId}/run",
  summary: "Run a checked import",
  status: 202,
  output: runImport.output,
});

export const stopImport = contract({
  ...steps,
  path: "/api/w/{workspace}/imports/{importId}/cancel",
  summary: "Cancel an import",
  status: 200,
  output: cancelImport.output,
});

export const revertImport = contract({
  ...steps,
  path: "/api/w/{workspace}/imports/{importId}/undo",
  summary: "Undo an import",
  status: 202,
  output: undoImport.output,
});

export const linesOfImport = contract({
  ...ofScreens,
  method: "GET",
  path: "/api/w/{workspace}/imports/{importId}/lines",
  summary: "The lines of an import, in their order",
  params: InImport,
  query: LinesQuery,
  status: 200,
  output: z.object({ data: z.array(ShownLine), nextCursor }),
});

export const exportImportLines = contract({
  ...ofScreens,
  method: "GET",
  path: "/api/w/{workspace}/imports/{importId}/lines/export",
  madePerMinute: 30,
  summary: "The same as CSV; of lines that are refused, or without some values, as they are in the file, with the reason",
  params: InImport,
  query: LinesQuery.pick({ result: true, leftOut: true }),
  status: 200,
  output: z.string(),
});
