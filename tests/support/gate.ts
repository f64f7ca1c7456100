/** A promise and the function that fulfils it: holds a reply until the test has seen what happens meanwhile. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
