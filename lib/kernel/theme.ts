/** A choice beside the system's. */
export type Theme = "light" | "dark";

/** The server reads it, so that the first paint has the chosen colours. */
export const themeCookie = "beside.theme";

/** Null for no choice: the system's theme. */
export const themeOf = (value: string | null | undefined): Theme | null => (value === "light" || value === "dark" ? value : null);

/** The colour of the browser's own bars: that of the page's background. */
export const barColors: Record<Theme, string> = { light: "#f6f6f4", dark: "#0f1012" };
