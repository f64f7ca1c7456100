import { type OriginProblem, originLines, originProblem } from "@/components/settings/channels/origins";
import type { FieldProblem } from "@/lib/browser/field-problem";
import { saveWebsite } from "@/lib/channels/website/contract";
import type { WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";

/** The settings in the form: origins are one text, a line each. */
export type WebsiteDraft = Omit<WebsiteSettings, "allowedOrigins" | "isOn"> & { origins: string };

export const draftOf = ({ allowedOrigins, isOn: _, ...rest }: WebsiteSettings): WebsiteDraft => ({
  ...rest,
  origins: allowedOrigins.join("\n"),
});

export type WebsiteProblems = { colour?: FieldProblem; greeting?: FieldProblem; origins?: OriginProblem };

type Checked = { ok: true; body: WebsiteSettings } | { ok: false; problems: WebsiteProblems };

/** Validated by the same schema as on the server; the first problem of each field. */
export function checkDraft({ origins, ...rest }: WebsiteDraft, isOn: boolean): Checked {
  const allowedOrigins = originLines(origins).map(({ origin }) => origin);
  const checked = saveWebsite.body.safeParse({ ...rest, isOn, allowedOrigins });
  if (checked.success) return { ok: true, body: checked.data };
  const problems: WebsiteProblems = {};
  for (const issue of checked.error.issues) {
    const [field, ...path] = issue.path;
    if (field === "allowedOrigins") problems.origins ??= originProblem(origins, { ...issue, path });
    else if (field === "colour" || field === "greeting") problems[field] ??= issue;
  }
  return { ok: false, problems };
}
