import { type SettingsSection, settingsPath } from "@/components/shell/settings-sections";
import { TextLink } from "@/components/ui/text-link";
import { fromStart } from "@/lib/desk/first-run/shared/steps";

/** Leads to a page of the settings, which leads back. */
export const StepLink = ({ workspace, section, text }: { workspace: string; section: SettingsSection; text: string }) => (
  <TextLink href={`${settingsPath(workspace, section)}?${fromStart}`}>{text}</TextLink>
);
