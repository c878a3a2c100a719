/** Height of the letters relative to the height of their line. */
const letterHeight = 0.64;
const ink = '#1a1a1a';

/** A line of text in px of its canvas. */
export interface DrawnLine {
  /** Width of the drawn text. */
  readonly widthPx: number;
  readonly fontPx: number;
}

/**
 * Draws a line of text in the middle of a box. A line that is too long is shortened in its middle, so that the end of a
 * file name stays.
 * @param fontFamily font families as CSS writes them. They have to be loaded.
 */
export function drawLine(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  fontFamily: string,
): DrawnLine {
  const fontPx = height * letterHeight;
  context.font = `${fontPx}px ${fontFamily}`;
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const widthOf = (line: string) => context.measureText(line).width;
  const line = shortened(text, width, widthOf);
  context.fillText(line, x + width / 2, y + height / 2);
  return { widthPx: widthOf(line), fontPx };
}

/**
 * Shortens a text in its middle until it fits.
 * @example
 * shortened('photograph-0017.png', 12, (line) => line.length); // 'photog…7.png'
 */
export function shortened(text: string, maxWidth: number, widthOf: (line: string) => number): string {
  if (widthOf(text) <= maxWidth) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  for (let kept = characters.length - 1; kept > 0; kept -= 1) {
    const head = Math.ceil(kept / 2);
    const line = `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (kept - head)).join('')}`;
    if (widthOf(line) <= maxWidth) return line;
  }
  return '…';
}

/** Loads the fonts of a text. Letters of fonts that cannot be loaded come from the device’s own fonts. */
export async function loadLineFonts(text: string, fontFamily: string): Promise<void> {
  await document.fonts.load(`16px ${fontFamily}`, text).catch(() => undefined);
}
