import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

type Props = { isSending: boolean; problem: string | undefined; onSend: (text: string, then: { onSuccess: () => void }) => void };

/** Sends a message as the customer; the text stays in the field until the request succeeds. */
export function MessageForm({ isSending, problem, onSend }: Props) {
  const t = useTranslations("simulator");
  const [text, setText] = useState("");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (text.trim() && !isSending) onSend(text.trim(), { onSuccess: () => setText("") });
  }

  return (
    <form method="post" onSubmit={submit} className="flex-none border-line border-t p-3">
      <div className="flex gap-2">
        <Input
          aria-label={t("message")}
          placeholder={t("placeholder")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
        <Button type="submit" variant="primary" busy={isSending} disabled={text.trim() === ""}>
          {t("send")}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-1.5 text-problem text-xs">
          {problem}
        </p>
      )}
    </form>
  );
}
