import type { DemoResponse } from "@/components/channels/simulator/demo-buttons";
import type { Entry, EntryGroup } from "@/components/commands/entries";
import type { Then } from "@/components/desk/composer/sending";
import type { ColumnChoice } from "@/components/desk/directory/import/column-draft";
import type { DelimiterName } from "@/components/desk/directory/import/file-form";
import type { Listed } from "@/components/desk/directory/import/import-lines";
import type { Phase } from "@/components/desk/directory/import/import-progress";
import type { ImportStep } from "@/components/desk/directory/import/import-steps";
import type { ShownOutcome } from "@/components/desk/overview/actions-card";
import type { Preset, RangeProblem } from "@/components/desk/overview/range";
import type { Row } from "@/components/desk/shared/properties";
import type { ChoiceName } from "@/components/desk/snooze/choices";
import type { OnProblems } from "@/components/settings/actions/option-draft";
import type { FormField } from "@/components/settings/actions/problems-of";
import type { LinkedStep, SentStep } from "@/components/settings/first-run/places";
import type { FixedCode } from "@/components/settings/requests/fixed-code";
import type { SettingsGroup, SettingsSection } from "@/components/shell/settings-sections";
import type { State } from "@/lib/actions/calls/contract";
import type { Unshown } from "@/lib/actions/calls/shared/unshown";
import type { Probe } from "@/lib/actions/receivers/contract";
import type { Failure } from "@/lib/channels/scheduled/contract";
import type { Draft } from "@/lib/chats/browser/draft-storage";
import type { View } from "@/lib/chats/browser/queries";
import type { Present } from "@/lib/chats/browser/store/presence";
import type { Change, ChatSummary, MessageContent, MessageStatus, Notice } from "@/lib/chats/contract";
import type { AssignNewChats, ComeBack } from "@/lib/chats/settings/contract";
import type { Line } from "@/lib/chats/shared/content";
import type { TagColor } from "@/lib/chats/tags/contract";
import type { Level } from "@/lib/context/events/shared/level";
import type { FailureCode, ImportState, ValueType, WarningCode } from "@/lib/data/imports/contract";
import type { Written } from "@/lib/data/imports/shared/encodings";
import type { EntryKind as ContactEntryKind } from "@/lib/desk/directory/contract";
import type { exportFormats } from "@/lib/desk/directory/shared/export-formats";
import type { Step } from "@/lib/desk/first-run/shared/steps";
import type { Confirmation } from "@/lib/desk/helpdesks/contract";
import type { NotificationKind } from "@/lib/desk/notifications/contract";
import type { Age } from "@/lib/desk/overview/shared/ages";
import type { Panel, PressOutcome } from "@/lib/desk/panel/contract";
import type { PastReason, Reason } from "@/lib/desk/reach/contract";
import type { Plan, Role } from "@/lib/kernel/contract";
import type { RefusalKey } from "@/lib/kernel/errors";
import type en from "@/lib/messages/en.json";
import type { FormatKind, Tone } from "@/lib/people/attribute-display/contract";
import type { Delivery } from "@/lib/webhooks/contract";
import type { Area } from "@/lib/workspace/audit/contract";
import type { Kind, KnownField } from "@/lib/workspace/audit/shared/describe";
import type { WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";

type CameBack = Extract<Change, { what: "came_back" }>;

/**
 * Groups of texts that are looked up by a value, as in t(`states.${state}`): TypeScript compares the keys of each group with
 * the possible values, in both directions. The check rejects such a lookup in a group that is not listed here.
 */
type Groups = {
  "audit.areas": Area;
  "audit.fields": KnownField;
  "audit.kinds": Kind;
  "firstRun.go": LinkedStep;
  "firstRun.texts": Step;
  "firstRun.titles": Step;
  "firstRun.waiting": SentStep;
  "imports.columns.choices": ColumnChoice;
  "imports.columns.delimiters": DelimiterName;
  "imports.columns.encodingGroups": Written;
  "imports.columns.warnings": WarningCode;
  "imports.columns.types": ValueType;
  "imports.counts.hints": Listed;
  "imports.counts.names": Listed;
  "imports.failed.codes": FailureCode;
  "imports.progress.of": Phase;
  "imports.progress.phases": Phase;
  "imports.states": ImportState;
  "imports.steps.names": ImportStep;
  "settings.webhooks.states": Delivery["state"];
  "settings.attributes.formats": FormatKind;
  "settings.attributes.hints": FormatKind;
  "settings.attributes.tones": Tone;
  "settings.button.fields": FormField;
  "settings.button.onProblems.hints": OnProblems;
  "settings.button.onProblems.values": OnProblems;
  "settings.chats.options": AssignNewChats;
  "settings.chats.saved": AssignNewChats;
  "settings.check.findings.acceptedInvalid": Exclude<Probe, "good" | "two_signatures"> | "changedUnseen";
  "settings.check.probes": Probe;
  "settings.comeBack.options": ComeBack;
  "settings.comeBack.saved": ComeBack;
  "settings.nav.groups": SettingsGroup;
  "settings.plan.names": Plan;
  "settings.inspector.levels": Level;
  "settings.inspector.reasons": Reason;
  "settings.requests.fixes": FixedCode;
  "settings.roles": Role;
  "settings.sections": SettingsSection;
  "settings.tags.colors": TagColor;
  "settings.website.fields.languages": WebsiteSettings["language"];
  "settings.website.fields.positions": WebsiteSettings["position"];
  "settings.whatsapp.steps.states": "missing" | "paused" | "on" | "off";
  "calls.reply.none": State;
  "calls.reply.unshown": Unshown["kind"];
  "settings.check.findings.unshown": Unshown["kind"];
  "calls.states": State;
  "chat.changes.cameBack": CameBack["why"];
  "chat.pressed.states": PressOutcome["state"];
  "chat.changes.nobody": Exclude<Exclude<Change, Notice>["what"], "woke">;
  "chat.changes.of": Exclude<Exclude<Change, Notice>["what"], "woke">;
  "chat.changes.wentOn": CameBack["why"];
  "chat.channels": Panel["chat"]["channel"];
  "chat.commands.snoozeFor": ChoiceName;
  "chat.composer.kinds": Draft["kind"];
  "chat.composer.sendAnd": Then;
  "chat.composer.sentTo": Panel["chat"]["channel"];
  "chat.content.reactedBy": NonNullable<MessageContent["reactions"]>[number]["by"];
  "chat.later.failures": Failure;
  "chat.linked.statuses": ChatSummary["status"];
  "chat.linked.wrote": Panel["chat"]["channel"];
  "chat.list.empty": View;
  "chat.person.linkedBy": NonNullable<Panel["person"]["linkedBy"]>;
  "chat.properties": NonNullable<Row["own"]>;
  "chat.presence.states": Present["state"];
  "chat.reach.levels": Level;
  "chat.reach.reasons": PastReason;
  "chat.said": Line["what"] | "place" | "andMore";
  "chat.snooze.choices": ChoiceName;
  "chat.status.states": Exclude<MessageStatus["state"], "failed" | "unknown">;
  "chat.suggestion.matches": NonNullable<Panel["suggestion"]>["matches"];
  "chat.views.names": View;
  "contacts.export": "title" | (typeof exportFormats)[number];
  "contacts.merge.counts": "events" | "chats" | "people";
  "contacts.merge.fields": "name" | "email" | "phone";
  "contacts.person.times": "lastSeen" | "created" | "updated";
  "contacts.timeline.kinds": ContactEntryKind;
  "shell.go.words": SettingsSection;
  "chat.inputs.missing": "amount" | "number" | "choice";
  "overview.figures": "label" | "now" | "since" | "period" | "waiting" | "longest" | "openProblems" | "failed";
  "commands.groups": EntryGroup;
  "commands.kinds": Exclude<NonNullable<Entry["kind"]>, "person">;
  "embed.confirmation": Exclude<Confirmation, "confirmed">;
  "profile.notifications.of": NotificationKind;
  "push.count": NotificationKind;
  refusals: RefusalKey;
  "overview.ages": Age;
  "overview.channels": Panel["chat"]["channel"];
  "overview.outcomes": ShownOutcome;
  "overview.rangeProblems": RangeProblem;
  "overview.ranges": Preset;
  "shell.invitation.as": Role;
  "simulator.guide.answers": DemoResponse;
};

type At<Group, Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First extends keyof Group
    ? At<Group[First], Rest>
    : never
  : Path extends keyof Group
    ? Group[Path]
    : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { missing: Exclude<B, A> }) : { unused: Exclude<A, B> };

/** Each is `true`, or names the missing or unused keys. */
export const groups: { [Path in keyof Groups & string]: Same<keyof At<typeof en, Path> & string, Groups[Path] & string> } = {
  "audit.areas": true,
  "audit.fields": true,
  "audit.kinds": true,
  "firstRun.go": true,
  "firstRun.texts": true,
  "firstRun.titles": true,
  "firstRun.waiting": true,
  "imports.columns.choices": true,
  "imports.columns.delimiters": true,
  "imports.columns.encodingGroups": true,
  "imports.columns.warnings": true,
  "imports.columns.types": true,
  "imports.counts.hints": true,
  "imports.counts.names": true,
  "imports.failed.codes": true,
  "imports.progress.of": true,
  "imports.progress.phases": true,
  "imports.states": true,
  "imports.steps.names": true,
  "settings.webhooks.states": true,
  "settings.attributes.formats": true,
  "settings.attributes.hints": true,
  "settings.attributes.tones": true,
  "settings.button.fields": true,
  "settings.button.onProblems.hints": true,
  "settings.button.onProblems.values": true,
  "settings.chats.options": true,
  "settings.chats.saved": true,
  "settings.check.findings.acceptedInvalid": true,
  "settings.check.probes": true,
  "settings.comeBack.options": true,
  "settings.comeBack.saved": true,
  "settings.nav.groups": true,
  "settings.plan.names": true,
  "settings.inspector.levels": true,
  "settings.inspector.reasons": true,
  "settings.requests.fixes": true,
  "settings.roles": true,
  "settings.sections": true,
  "settings.tags.colors": true,
  "settings.website.fields.languages": true,
  "settings.website.fields.positions": true,
  "settings.whatsapp.steps.states": true,
  "calls.reply.none": true,
  "calls.reply.unshown": true,
  "settings.check.findings.unshown": true,
  "calls.states": true,
  "chat.changes.cameBack": true,
  "chat.pressed.states": true,
  "chat.changes.nobody": true,
  "chat.changes.of": true,
  "chat.changes.wentOn": true,
  "chat.channels": true,
  "chat.commands.snoozeFor": true,
  "chat.composer.kinds": true,
  "chat.composer.sendAnd": true,
  "chat.composer.sentTo": true,
  "chat.content.reactedBy": true,
  "chat.later.failures": true,
  "chat.linked.statuses": true,
  "chat.linked.wrote": true,
  "chat.list.empty": true,
  "chat.person.linkedBy": true,
  "chat.properties": true,
  "chat.presence.states": true,
  "chat.reach.levels": true,
  "chat.reach.reasons": true,
  "chat.said": true,
  "chat.snooze.choices": true,
  "chat.status.states": true,
  "chat.suggestion.matches": true,
  "chat.views.names": true,
  "contacts.export": true,
  "contacts.merge.counts": true,
  "contacts.merge.fields": true,
  "contacts.person.times": true,
  "contacts.timeline.kinds": true,
  "shell.go.words": true,
  "chat.inputs.missing": true,
  "overview.figures": true,
  "commands.groups": true,
  "commands.kinds": true,
  "embed.confirmation": true,
  "profile.notifications.of": true,
  "push.count": true,
  refusals: true,
  "overview.ages": true,
  "overview.channels": true,
  "overview.outcomes": true,
  "overview.rangeProblems": true,
  "overview.ranges": true,
  "shell.invitation.as": true,
  "simulator.guide.answers": true,
};
