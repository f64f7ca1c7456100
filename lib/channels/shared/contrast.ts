// Contrast as WCAG 2 defines it. Colours are `#rrggbb`.

const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);

function luminanceOf(colour: string): number {
  const linear = channelsOf(colour).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => sum + weight * (linear[index] ?? 0), 0);
}

/** From 1 for equal colours to 21 for black and white. */
export function contrastOf(first: string, second: string): number {
  const [a, b] = [luminanceOf(first), luminanceOf(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const light = "#ffffff";
const dark = "#000000";

/** The colour of text and icons on this colour: whichever of white and black is easier to read. One of them has 4.5:1 at least. */
export const textColourOn = (colour: string): string => (contrastOf(colour, light) >= contrastOf(colour, dark) ? light : dark);

/** What a shape needs against the page around it, so that it is noticed (WCAG 1.4.11). */
export const minShapeContrast = 3;
