import { z } from "zod";
import { contract, Id, InWorkspace, mustBe, Name, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";
import { ButtonOptions } from "./shared/options";

const button = InWorkspace.extend({ buttonId: Id });

const Action = z
  .string({ error: mustBe("a string") })
  .regex(/^[a-z][a-z0-9_.-]{0,63}$/, refused("identifier"))
  .refine((action) => action !== "ping", refused("ping"));
const Label = Name(60);

/** Not validated again: it was when it was stored. */
const Options = z.custom<ButtonOptions>((value) => typeof value === "object" && value !== null);

export const Button = z.object({ id: Uuid, action: z.string(), label: z.string(), enabled: z.boolean(), options: Options });
export type Button = z.output<typeof Button>;

export const addButton = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/buttons",
  madePerMinute: 60,
  summary: "Add a button",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ label: Label, action: Action, options: ButtonOptions.prefault({}) }),
  status: 201,
  output: Button,
  errors: ["conflict"],
});

export const changeButton = contract({
  method: "PATCH",
  path: "/api/w/{workspace}/actions/buttons/{buttonId}",
  summary: "Change a button; only the fields that are sent change, the options as a whole",
  access: "session",
  role: "admin",
  params: button,
  body: z.object({
    label: Label.optional(),
    action: Action.optional(),
    enabled: z.boolean({ error: mustBe("true or false") }).optional(),
    options: ButtonOptions.optional(),
  }),
  status: 200,
  output: Button,
  errors: ["conflict"],
});

export const listProblemNames = contract({
  method: "GET",
  path: "/api/w/{workspace}/actions/problem-names",
  summary: "The names of problems that arrived in the last 30 days, the last one first, 50 at most",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ names: z.array(z.string()) }),
});

export const removeButton = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/actions/buttons/{buttonId}",
  summary: "Remove a button",
  access: "session",
  role: "admin",
  params: button,
  status: 200,
  output: z.object({ removed: z.literal(true) }),
});

export const orderButtons = contract({
  method: "PUT",
  path: "/api/w/{workspace}/actions/order",
  summary: "Put the buttons into this order",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ ids: z.array(Id).max(100) }),
  status: 200,
  output: z.object({ buttons: z.array(Button) }),
});
