/** What waits, by the workspace that it is of, in the order in which the workspaces have their turns. */
export type FairQueue<Item> = Map<string, Item[]>;

/** Adds an item behind the others of its workspace. A workspace that had none comes after all others. */
export function push<Item>(queue: FairQueue<Item>, workspace: string, item: Item): void {
  const items = queue.get(workspace);
  if (items) items.push(item);
  else queue.set(workspace, [item]);
}

/** The oldest item of the workspace whose turn it is, among those that may have one. That workspace's next turn comes after all others. */
export function takeTurn<Item>(
  queue: FairQueue<Item>,
  mayHaveTurn: (workspace: string) => boolean = () => true,
): { workspace: string; item: Item } | undefined {
  for (const [workspace, items] of queue) {
    if (!mayHaveTurn(workspace)) continue;
    const item = items.shift();
    queue.delete(workspace);
    if (item === undefined) continue;
    if (items.length > 0) queue.set(workspace, items);
    return { workspace, item };
  }
  return undefined;
}

/** Takes an item out that no longer waits. */
export function remove<Item>(queue: FairQueue<Item>, workspace: string, item: Item): void {
  const left = queue.get(workspace)?.filter((one) => one !== item) ?? [];
  if (left.length === 0) queue.delete(workspace);
  // In its place, so that the workspace's turn stays where it was.
  else queue.set(workspace, left);
}

export const countOf = <Item>(queue: FairQueue<Item>, workspace: string): number => queue.get(workspace)?.length ?? 0;
