/** Where contacts are imported, and where one import is. */
export const importPath = (workspace: string, importId?: string): string =>
  `/${workspace}/contacts/import${importId === undefined ? "" : `/${importId}`}`;
