import { useTranslations } from "next-intl";
import { usePressing } from "@/components/desk/press/pressing";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { bdi } from "@/components/ui/bdi";
import { toast } from "@/components/ui/toast";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { browserTranslations } from "@/lib/browser/browser-translations";
import type { Handling } from "./handler";

// Nothing of it is needed before the first press.
const handlers = loader(() => import("./handler"));

/** Marks problems as handled, shown at once; null where nobody can. */
export function useHandled(): Handling | null {
  const t = useTranslations("chat.problems");
  const host = usePanelHost();
  const { me } = usePressing();
  useLoaded(handlers, true);
  const { setHandled, changeProblems } = host;
  if (!setHandled || !changeProblems) return null;

  const agent = {
    me,
    handledText: (event: string) => t.rich("handledToast", { event, bdi }),
    allHandledText: (event: string, count: number) => t.rich("allHandledToast", { event, count, bdi }),
  };
  const by = (press: (handling: Handling) => void) =>
    void handlers.load().then(
      ({ handlerOf }) => press(handlerOf({ ...host, setHandled, changeProblems }, agent)),
      () => toast.error(browserTranslations("client")("away")),
    );
  return {
    handle: (problem) => by(({ handle }) => handle(problem)),
    handleAll: (group) => by(({ handleAll }) => handleAll(group)),
    reopen: (problem) => by(({ reopen }) => reopen(problem)),
  };
}
