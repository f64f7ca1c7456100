const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?'’”)\]])/g;

/** A text in which web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {text.split(address).map((part, index) => {
        at += part.length;
        const isAddress = index % 2 === 1;
        if (!isAddress) return part;
        return (
          <a key={at} href={part} target="_blank" rel="noopener noreferrer" className="underline underline-offset-2">
            {part}
          </a>
        );
      })}
    </p>
  );
}
