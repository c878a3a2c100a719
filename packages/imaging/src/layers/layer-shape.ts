import type { Size } from '../geometry/rect.ts';
import { breakLines } from './break-lines.ts';
import type { PictureLayer, TextLayer } from './layer-params.ts';
import { anchorSides, type Frame, unitOf } from './place-layer.ts';

/** A text with its line breaks, in px of the result. */
export interface TextShape extends Size {
  readonly lines: readonly string[];
  readonly fontPx: number;
  /** Distance of a line’s baseline from the line’s upper edge. */
  readonly baselinePx: number;
  readonly align: 'left' | 'center' | 'right';
  readonly direction: 'ltr' | 'rtl';
}

/** The part of a 2D context that measures text. */
export type TextMeasurer = Pick<
  CanvasText & CanvasTextDrawingStyles,
  'measureText' | 'font' | 'direction' | 'textAlign'
>;

/** Height of a line relative to the font size. */
export const lineHeight = 1.25;
/** Longest line, as a share of the frame’s extent along the text. */
const longestLine = 0.92;
/**
 * Font size at which texts are measured, in px. Measuring at one size breaks a draft and the full result into the same lines, because
 * the widths of small glyphs are rounded.
 */
const measuredPx = 200;
/** First letter with a direction: of a script that is written from right to left. */
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Measures a text layer and breaks it into lines.
 * @param context Any 2D context; its font and its direction are overwritten. Fonts that are not loaded yet are measured by their
 *   fallbacks.
 * @example
 * const { lines, widthPx } = shapeText(new OffscreenCanvas(1, 1).getContext('2d'), layer, frame);
 */
export function shapeText(context: TextMeasurer, layer: TextLayer, frame: Frame): TextShape {
  const { text, language, angleDeg, anchor } = layer;
  const fontPx = layer.size * unitOf(frame);
  const scale = fontPx / measuredPx;
  const direction = rightToLeft.test(text) ? 'rtl' : 'ltr';
  context.font = fontOf(layer, measuredPx);
  context.direction = direction;
  context.textAlign = 'left';
  const widthOf = (line: string) => context.measureText(line).width * scale;
  const lines = breakLines(text, language, extentAlong(frame, angleDeg) * longestLine, widthOf);
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: under } = context.measureText('x');
  return {
    lines,
    fontPx,
    direction,
    widthPx: Math.max(fontPx / 4, ...lines.map(widthOf)),
    heightPx: lines.length * fontPx * lineHeight,
    baselinePx: (fontPx * lineHeight + (above - under) * scale) / 2,
    align: (['left', 'center', 'right'] as const)[anchorSides[anchor][0] + 1] ?? 'center',
  };
}

/**
 * Returns the size of a picture layer in px of the result.
 * @param image Size of the picture.
 * @example
 * shapePicture({ size: 200 }, { widthPx: 400, heightPx: 200 }, { x: 0, y: 0, widthPx: 1600, heightPx: 1000 });
 * // 200 × 100 px: a fifth of the shorter side.
 */
export function shapePicture({ size }: Pick<PictureLayer, 'size'>, image: Size, frame: Frame): Size {
  const scale = (size * unitOf(frame)) / Math.max(image.widthPx, image.heightPx);
  return { widthPx: image.widthPx * scale, heightPx: image.heightPx * scale };
}

/** Returns the font of a text layer as CSS writes it. */
export function fontOf({ weight, fontFamily }: Pick<TextLayer, 'weight' | 'fontFamily'>, sizePx: number): string {
  return `${weight} ${sizePx}px ${fontFamily}`;
}

/** Returns the extent of a frame in a direction: its width at 0°, its height at 90°, and something between them at other angles. */
function extentAlong({ widthPx, heightPx }: Size, angleDeg: number): number {
  const share = Math.sin((angleDeg / 180) * Math.PI) ** 2;
  return widthPx * (1 - share) + heightPx * share;
}
