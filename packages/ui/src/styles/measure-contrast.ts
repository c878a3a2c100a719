/**
 * Measures the contrast of two colours as the browser paints them, so that the pages on tokens show real values.
 *
 * @param text any opaque CSS colour.
 * @param ground any opaque CSS colour.
 * @returns the contrast ratio, 1–21.
 * @see WCAG 2.2, "relative luminance" and "contrast ratio"
 */
export function measureContrast(text: string, ground: string): number {
  const [darker = 0, lighter = 0] = [luminance(text), luminance(ground)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Converts a CSS colour to sRGB. @returns `#rrggbb`, followed by the alpha in per cent when the colour is not opaque.
 */
export function hexOf(colour: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 255] = bytesOf(colour);
  const hex = [red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `#${hex}${alpha === 255 ? '' : ` ${Math.round(alpha / 2.55)}%`}`;
}

function bytesOf(colour: string): number[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser could not create a 2D canvas to measure colours.');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data];
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = bytesOf(colour).map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
