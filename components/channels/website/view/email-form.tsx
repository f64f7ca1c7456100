import { type SyntheticEvent, useId, useState } from "react";
import { CallError } from "@/components/channels/website/api";
import type { Conversation } from "@/components/channels/website/conversation";
import { waitingSince } from "@/components/channels/website/messages";
import { Button } from "@/components/ui/button";
import { fill } from "@/lib/messages/widget/fill";
import { useLive } from "./live";
import { useTexts } from "./settings";
import { useLongerAgo } from "./use-waiting";

const askAfterMs = 2 * 60 * 1000;

/** Asks for an e-mail address when nobody has answered for a while. What is typed is only a suggestion to the team. */
export function EmailForm({ conversation: { messages, state } }: { conversation: Conversation }) {
  const texts = useTexts().email;
  const { api } = useLive();
  const [email, setEmail] = useState("");
  const [saved, setSaved] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const ids = { field: useId(), problem: useId() };
  const isWaiting = useLongerAgo(waitingSince(messages), askAfterMs);
  if (!state?.hasChat || !isWaiting) return null;

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      setSaved((await api.leaveEmail(email)).email);
    } catch (error) {
      setProblem(error instanceof CallError && error.status === 400 ? texts.invalid : texts.failed);
    }
    setBusy(false);
  }

  return (
    <section className="flex-none border-line border-t bg-raised px-4 py-3 text-sm" aria-label={texts.title}>
      {saved ? (
        <p role="status">{fill(texts.saved, { email: saved })}</p>
      ) : (
        <form method="post" noValidate onSubmit={save}>
          <p>
            <b className="font-semibold">{texts.title}.</b> {texts.text}
          </p>
          <div className="mt-2 flex gap-2">
            <label htmlFor={ids.field} className="sr-only">
              {texts.label}
            </label>
            <input
              id={ids.field}
              type="email"
              autoComplete="email"
              placeholder={texts.label}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? ids.problem : undefined}
              className="control"
            />
            <Button type="submit" busy={isBusy} disabled={email.trim() === ""}>
              {texts.save}
            </Button>
          </div>
          {problem && (
            <p id={ids.problem} role="alert" className="mt-1 text-problem text-xs">
              {problem}
            </p>
          )}
        </form>
      )}
    </section>
  );
}
