/** A sentence with a name in it. Whatever the name's script and direction, the words around it stay where they are. */
export function Named({ text, name }: { text: string; name: string }) {
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
