/**
 * Copies where the clipboard interface is missing too: browsers offer it on https and localhost alone.
 * A text that is still on its way is handed over as a promise, because some browsers allow copying only within the press.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ "text/plain": text.then((found) => new Blob([found], { type: "text/plain" })) }),
      ]);
    return true;
  } catch {
    return Promise.resolve(text).then(copyBySelection, () => false);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  // Inside an open dialog, because a dialog takes the focus back from everything outside it.
  const home = before?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
  home.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
