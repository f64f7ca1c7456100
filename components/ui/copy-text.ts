/**
 * Copies also without the clipboard API, which browsers offer only on https and localhost.
 * A text that is still loading is passed as a promise, because some browsers allow copying only during the click.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ "text/plain": text.then((loaded) => new Blob([loaded], { type: "text/plain" })) }),
      ]);
    return true;
  } catch {
    return Promise.resolve(text).then(copyBySelection, () => false);
  }
}

function copyBySelection(text: string): boolean {
  const previouslyFocused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  // Inside an open dialog, because a dialog takes the focus back from everything outside it.
  const container = previouslyFocused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
  container.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (previouslyFocused instanceof HTMLElement) previouslyFocused.focus();
  return copied;
}
