import { sourceFormatOf } from '@isola/convert';
import type { ForeignFormat } from '@isola/segmenter';

import { checkImage } from '../image/check-image.ts';

/** Reason for which a file is no logo: its `format` cannot be drawn, or its `size` is over the limit. */
export type LogoRefusal = 'format' | 'size';

export type ReadLogo =
  | { readonly logo: Blob; readonly refusal?: undefined }
  | {
      readonly logo?: undefined;
      readonly refusal: LogoRefusal;
      /** Format of the file when it can be converted to one that can be drawn. */
      readonly format?: ForeignFormat;
    };

export interface ReadLogoOptions {
  /** Largest accepted file, in bytes. Default: 5 MB. */
  readonly maxBytes?: number;
}

const defaultMaxBytes = 5_000_000;
/** Longest side of a logo, in px. A vector logo is drawn at this size. */
const maxSidePx = 2048;
const svgType = 'image/svg+xml';
/** Largest ratio of an SVG's sides. */
const maxRatio = 100;
/** Number of bytes at the start of a file in which its root element is looked for. */
const headBytes = 1024;

/**
 * Reads a logo and draws it as a PNG, so that nothing of the file but its pixels is kept. An SVG is drawn as an image, in which a
 * browser runs no script and loads nothing.
 * @param file PNG, JPEG, WebP or SVG.
 * @throws {DOMException} for a file that was moved, changed or deleted.
 */
export async function readLogo(file: Blob, { maxBytes = defaultMaxBytes }: ReadLogoOptions = {}): Promise<ReadLogo> {
  const head = await file.slice(0, headBytes).text();
  const isSvg = file.type === svgType || /^\s*<(\?xml|!--|svg|!doctype svg)/i.test(head.replace('\uFEFF', ''));
  const failure = isSvg ? undefined : await checkImage(file, { maxBytes });
  // The limit does not apply to a file that is converted first.
  const format = failure?.code === 'unsupported-format' ? sourceFormatOf(failure.format)?.kind : undefined;
  if (format) return { refusal: 'format', format };
  if (file.size > maxBytes) return { refusal: 'size' };
  if (failure) return { refusal: failure.code.endsWith('too-large') ? 'size' : 'format' };
  try {
    const logo = await (isSvg ? drawSvg(await file.text()) : drawPicture(file));
    return logo ? { logo } : { refusal: 'format' };
  } catch {
    // The file is damaged, or the browser does not let its pixels be read.
    return { refusal: 'format' };
  }
}

async function drawPicture(file: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return await drawn(
      bitmap,
      bitmap.width,
      bitmap.height,
      Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height)),
    );
  } finally {
    bitmap.close();
  }
}

/** Start tag of an SVG's root element, after declarations and comments. */
const rootTag =
  /^((?:\s|<\?[^?]*\?>|<!--[\s\S]*?-->|<!doctype[^[>]*>)*)<svg((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/i;
const attribute = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Draws an SVG with `maxSidePx`. Only its root element is read here; the browser draws the rest. */
async function drawSvg(text: string): Promise<Blob | undefined> {
  const [whole = '', before = '', written = '', end = ''] = rootTag.exec(text.replace('\uFEFF', '')) ?? [];
  // Entities can make a small file expand without end.
  if (whole === '' || /<!ENTITY/i.test(text)) return undefined;
  const attributes = new Map(
    Array.from(written.matchAll(attribute), ([, name = '', double, single]) => [name, double ?? single ?? '']),
  );
  const size = sizeOf(attributes);
  const ratio = size ? size[0] / size[1] : NaN;
  if (!size || !(ratio >= 1 / maxRatio && ratio <= maxRatio)) return undefined;
  const [widthPx, heightPx] = ratio > 1 ? [maxSidePx, maxSidePx / ratio] : [maxSidePx * ratio, maxSidePx];
  if (!attributes.has('viewBox')) attributes.set('viewBox', `0 0 ${size.join(' ')}`);
  attributes.set('width', `${widthPx}`).set('height', `${heightPx}`);
  const root = Array.from(attributes, ([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join('');
  const drawable = `${before}<svg${root}${end}>${text.replace('\uFEFF', '').slice(whole.length)}`;
  const url = URL.createObjectURL(new Blob([drawable], { type: svgType }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await drawn(image, widthPx, heightPx, 1);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Returns width and height of an SVG in its own unit; undefined when it names none. */
function sizeOf(attributes: ReadonlyMap<string, string>): readonly [width: number, height: number] | undefined {
  const [, , width, height] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width !== undefined && height !== undefined) return [width, height];
  const sides = [attributes.get('width') ?? '', attributes.get('height') ?? ''];
  if (sides.some((side) => side.endsWith('%'))) return undefined;
  const [across = NaN, down = NaN] = sides.map((side) => Number.parseFloat(side));
  return [across, down];
}

/** Draws an image as a PNG. @returns undefined when nothing is visible. */
async function drawn(
  image: CanvasImageSource,
  widthPx: number,
  heightPx: number,
  scale: number,
): Promise<Blob | undefined> {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(widthPx * scale)),
    Math.max(1, Math.round(heightPx * scale)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, at) => at % 4 === 3 && value > 0) ? canvas.convertToBlob() : undefined;
}
