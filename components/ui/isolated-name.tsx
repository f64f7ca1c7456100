/** A sentence with a name, which is isolated so that its direction does not affect the text around it. */
export function IsolatedName({ text, name }: { text: string; name: string }) {
  const at = name === "" ? -1 : text.indexOf(name);
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      <bdi>{name}</bdi>
      {text.slice(at + name.length)}
    </>
  );
}
