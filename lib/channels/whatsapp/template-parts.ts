import { z } from "zod";
import type { Parameter, TemplateComponent, TemplateToSend } from "./body";
import type { Template, TemplateVariable } from "./contract";

const Named = z.array(z.object({ param_name: z.string(), example: z.string().optional() }));
const Example = z.object({
  header_text: z.array(z.string()).optional().catch(undefined),
  header_text_named_params: Named.optional().catch(undefined),
  body_text: z.array(z.array(z.string())).optional().catch(undefined),
  body_text_named_params: Named.optional().catch(undefined),
});
const Button = z.object({ type: z.string(), text: z.string().optional(), url: z.string().optional() });
const Component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(Button).optional().catch(undefined),
  example: Example.optional().catch(undefined),
});
/** A template as Meta lists it. */
export const MetaTemplate = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  parameter_format: z.string().optional(),
  components: z.array(Component),
});
export type MetaTemplate = z.output<typeof MetaTemplate>;
type Component = z.output<typeof Component>;
type Button = z.output<typeof Button>;
type Variable = z.output<typeof TemplateVariable>;

const placeholder = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name))];

/** Parts that need more than texts, or that Beside cannot show before they are sent. */
const unsupported: Readonly<Record<string, string>> = {
  CAROUSEL: "It is a carousel.",
  LIMITED_TIME_OFFER: "It is a limited-time offer.",
  CALL_PERMISSION_REQUEST: "It asks for a call.",
};
const unsupportedButtons: Readonly<Record<string, string>> = {
  OTP: "It carries a one-time password.",
  CATALOG: "It shows a catalogue.",
  MPM: "It shows products.",
  SPM: "It shows a product.",
};

/** Why a template cannot be sent from here; null when it can. */
function problemOf({ category, components }: MetaTemplate): string | null {
  if (category === "AUTHENTICATION") return "It carries a one-time password.";
  for (const { type, format, buttons = [] } of components) {
    if (unsupported[type]) return unsupported[type];
    if (type === "HEADER" && format !== undefined && format !== "TEXT")
      return `Its header needs a file or a place (${format.toLowerCase()}).`;
    for (const button of buttons) if (unsupportedButtons[button.type]) return unsupportedButtons[button.type] ?? null;
  }
  return null;
}

/** What has to be filled in, in the order in which it is read. */
const variablesOf = ({ components }: MetaTemplate): Variable[] => components.flatMap(variablesIn);

function variablesIn({ type, text = "", example, buttons = [] }: Component): Variable[] {
  if (type === "HEADER") {
    const named = example?.header_text_named_params;
    return textVariables("header", text, (name, index) => exampleIn(named, name) ?? example?.header_text?.[index]);
  }
  if (type === "BODY") {
    const named = example?.body_text_named_params;
    return textVariables("body", text, (name, index) => exampleIn(named, name) ?? example?.body_text?.[0]?.[index]);
  }
  return buttons.flatMap((button, index) => (takesValue(button) ? [buttonVariable(button, index)] : []));
}

const exampleIn = (named: z.output<typeof Named> | undefined, name: string) =>
  named?.find(({ param_name }) => param_name === name)?.example;

const textVariables = (
  component: "header" | "body",
  text: string,
  exampleOf: (name: string, index: number) => string | undefined,
): Variable[] =>
  namesIn(text).map((name, index) => ({
    key: `${component}.${name}`,
    component,
    label: name,
    example: exampleOf(name, index) ?? null,
  }));

const takesValue = ({ type, url = "" }: Button): boolean => type === "COPY_CODE" || (type === "URL" && namesIn(url).length > 0);
const buttonVariable = ({ text = "", type, url = "" }: Button, index: number): Variable => ({
  key: `button.${index}`,
  component: "button",
  label: text || `Button ${index + 1}`,
  example: type === "URL" ? url : null,
});

/** The text with `{{body.1}}` in the place of `{{1}}`, so that every variable has its own key. */
const withKeys = (component: string, text: string): string =>
  text.replaceAll(placeholder, (_all, name: string) => `{{${component}.${name}}}`);

/** What the customer reads: header, text and footer, each a paragraph. */
function previewOf({ components }: MetaTemplate): string {
  const paragraph = (type: string) => {
    const text = components.find((one) => one.type === type)?.text;
    return text === undefined ? [] : [withKeys(type.toLowerCase(), text)];
  };
  return [...paragraph("HEADER"), ...paragraph("BODY"), ...paragraph("FOOTER")].join("\n\n");
}

export const templateOf = (template: MetaTemplate): Template => ({
  name: template.name,
  language: template.language,
  category: template.category,
  variables: variablesOf(template),
  preview: previewOf(template),
  problem: problemOf(template),
});

type Values = Readonly<Record<string, string>>;

/** Meta takes no line breaks, tabs or long gaps in a value. */
export const cleaned = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.replace(/\s+/gu, " ").trim()]));

/** What the customer will read. A value that is missing stays as its key. */
export const fill = ({ preview }: Pick<Template, "preview">, values: Values): string =>
  preview.replaceAll(/\{\{([a-z]+\.[A-Za-z0-9_]+)\}\}/g, (all, key: string) => values[key] ?? all);

/** The template with its cleaned values, as Meta takes it. */
export function templateToSend(template: MetaTemplate, values: Values): TemplateToSend {
  const isNamed = template.parameter_format === "NAMED";
  const components = template.components.flatMap((component): TemplateComponent[] => {
    if (component.type === "BUTTONS") return buttonsToSend(component.buttons ?? [], values);
    const kind = component.type === "HEADER" ? "header" : component.type === "BODY" ? "body" : undefined;
    const names = kind ? namesIn(component.text ?? "") : [];
    if (!kind || names.length === 0) return [];
    const parameters = names.map((name): Parameter => {
      const text = values[`${kind}.${name}`] ?? "";
      return isNamed ? { type: "text", parameter_name: name, text } : { type: "text", text };
    });
    return [{ type: kind, parameters }];
  });
  return { name: template.name, language: template.language, components };
}

const buttonsToSend = (buttons: readonly Button[], values: Values): TemplateComponent[] =>
  buttons.flatMap((button, index): TemplateComponent[] => {
    if (!takesValue(button)) return [];
    const text = values[`button.${index}`] ?? "";
    return button.type === "COPY_CODE"
      ? [{ type: "button", sub_type: "copy_code", index: String(index), parameters: [{ type: "coupon_code", coupon_code: text }] }]
      : [{ type: "button", sub_type: "url", index: String(index), parameters: [{ type: "text", text }] }];
  });
