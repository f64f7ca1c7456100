/** The conversation and the context beside it, which is the narrower one in every window that has both. */
export const chatColumns = "grid-cols-[minmax(0,1fr)_clamp(19rem,19vw_+_95px,23rem)] max-wide:grid-cols-1";
