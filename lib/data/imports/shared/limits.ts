/** A larger file is refused before anything is done with it. */
export const maxImportBytes = 200 * 1024 * 1024;
/** Lines of data, without the headers. */
export const maxImportLines = 1_000_000;
/** What a workspace's imports keep together, whatever state they are in: bytes of files, lines of a week, and imports. */
export const maxKeptBytes = 5 * maxImportBytes;
export const maxKeptLines = 8 * maxImportLines;
export const maxKeptImports = 3_000;
/** So many of the imports that wrote nothing are kept, the newest. */
export const maxUnwritten = 100;
/** Files of a workspace that may wait at once, each for as long as its import was not run. */
export const maxWaiting = 10;
/** The columns that one file has at most. */
export const maxColumns = 500;
/** The headers may be in a line so far down. */
export const maxHeaderLine = 1_000;
/** How long after it ended an import can be undone, and its lines be read. */
export const undoDays = 7;
/** How long a file waits for its columns, or for its run. */
export const waitHours = 24;
