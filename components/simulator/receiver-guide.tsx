import { Panel } from "@/components/ui/panel";

const answers = [
  { label: "Resend invoice", answer: "A private note for the team." },
  { label: "Retry payment", answer: "A private note, and an event that appears in the chat and beside it. It stands on problems too." },
  { label: "Refund order", answer: "Asks for an amount and a reason first; then a failure, with the reason in the receiver's own words." },
  { label: "Sync account", answer: "Silence. After ten seconds Beside gives up and says so." },
];

export function ReceiverGuide() {
  return (
    <Panel
      title="What the buttons do here"
      description="The demo's own receiver checks every signature and answers each button in its own way."
    >
      <dl className="grid gap-3">
        {answers.map(({ label, answer }) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <dd className="text-sm text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
