import { isWebAddress, linkParts } from "@/lib/kernel/links";

/** A text in which addresses are links. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return linkParts(text).map((part, index) => {
    at += part.length;
    if (index % 2 === 0) return part;
    return (
      <a
        key={at}
        href={part}
        target={isWebAddress(part) ? "_blank" : undefined}
        rel="noopener noreferrer"
        className="underline underline-offset-2"
      >
        {part}
      </a>
    );
  });
}
