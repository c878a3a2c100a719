import { checkImage } from '../image/check-image.ts';

/** Reason for which a file is no logo: its `format` cannot be drawn, or its `size` is over the limit. */
export type LogoRefusal = 'format' | 'size';

export type ReadLogo =
  | { readonly logo: Blob; readonly refusal?: undefined }
  | { readonly logo?: undefined; readonly refusal: LogoRefusal };

const maxBytes = 5_000_000;
/** Longest side of a logo, in px. A vector logo is drawn at this size. */
const maxSidePx = 2048;
const svgType = 'image/svg+xml';
const svgNamespace = 'http://www.w3.org/2000/svg';
/** Number of bytes at the start of a file in which its root element is looked for. */
const headBytes = 1024;

/**
 * Reads a logo and draws it as a PNG, so that nothing of the file but its pixels is kept. An SVG is drawn as an image, in which a
 * browser runs no script and loads nothing.
 * @param file PNG, JPEG, WebP or SVG.
 * @throws {DOMException} for a file that was moved, changed or deleted.
 */
export async function readLogo(file: Blob): Promise<ReadLogo> {
  if (file.size > maxBytes) return { refusal: 'size' };
  const head = await file.slice(0, headBytes).text();
  const isSvg = file.type === svgType || /^\s*<(\?xml|!--|svg|!doctype svg)/i.test(head.replace('\uFEFF', ''));
  if (!isSvg) {
    const failure = await checkImage(file, { maxBytes });
    if (failure) return { refusal: failure.code.endsWith('too-large') ? 'size' : 'format' };
  }
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

async function drawSvg(text: string): Promise<Blob | undefined> {
  // Entities can make a small file expand without end.
  if (/<!ENTITY/i.test(text)) return undefined;
  const { documentElement: root } = new DOMParser().parseFromString(text, svgType);
  const ratio = root.namespaceURI === svgNamespace && root.localName === 'svg' ? ratioOf(root) : undefined;
  if (!ratio) return undefined;
  const [widthPx, heightPx] = ratio > 1 ? [maxSidePx, maxSidePx / ratio] : [maxSidePx * ratio, maxSidePx];
  root.setAttribute('width', `${widthPx}`);
  root.setAttribute('height', `${heightPx}`);
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(root)], { type: svgType }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await drawn(image, widthPx, heightPx, 1);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Returns the ratio of an SVG’s width to its height; undefined when it has none that can be drawn. */
function ratioOf(root: Element): number | undefined {
  const sides = [root.getAttribute('width'), root.getAttribute('height')].map((side) => Number.parseFloat(side ?? ''));
  const isRelative = [root.getAttribute('width'), root.getAttribute('height')].some((side) => side?.endsWith('%'));
  const [, , ...box] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width = NaN, height = NaN] = box.length === 2 ? box : isRelative ? [] : sides;
  if (box.length !== 2 && !isRelative && width > 0 && height > 0)
    root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const ratio = width / height;
  return ratio >= 1 / 100 && ratio <= 100 ? ratio : undefined;
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
