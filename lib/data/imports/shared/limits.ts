/** A larger file is refused before anything is done with it. */
export const maxImportBytes = 200 * 1024 * 1024;
/** Lines of data, without the headers. */
export const maxImportLines = 1_000_000;
/** The columns that one file has at most. */
export const maxColumns = 500;
/** How long after it ended an import can be undone, and its lines be read. */
export const undoDays = 7;
/** How long a file waits for its columns, or for its run. */
export const waitHours = 24;
