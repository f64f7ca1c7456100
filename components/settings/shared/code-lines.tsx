/** Lines to copy, which wrap. */
export const CodeLines = ({ text }: { text: string }) => (
  <pre className="whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
    {text}
  </pre>
);
