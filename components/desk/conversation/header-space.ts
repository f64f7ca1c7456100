import { useMedia, wideFrom } from "./use-media";

// The conversation is narrow on a phone, beside the list of a small window, and again where the context comes beside it. What has
// no room in its header is in its menu. The classes and the queries say the same.

export const withSpace = "max-[999px]:hidden wide:max-[1239px]:hidden";
export const withSomeSpace = "max-md:hidden";

export const useHasSpace = (): boolean => !useMedia(`(width < 999px) or ((width >= ${wideFrom}) and (width < 1239px))`);
export const useHasSomeSpace = (): boolean => !useMedia("(width < 48rem)");
