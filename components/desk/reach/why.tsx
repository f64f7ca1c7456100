import { loader, useLoaded } from "@/components/ui/use-loaded";

const whyButton = loader(() => import("./why-button").then(({ WhyButton }) => WhyButton));

/** Leads to what is known of why an event is where it is. It keeps its place until it is loaded. */
export function Why({ id }: { id: string | null }) {
  const Button = useLoaded(whyButton, true);
  return <span className="-my-0.5 -me-1 size-6">{Button && id && <Button id={id} />}</span>;
}
