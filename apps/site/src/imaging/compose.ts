import { type Backdrop, colorBackdrop, gradientBackdrop, pictureBackdrop } from './backdrop.ts';
import { CompositorError } from './compositor-error.ts';
import type { Composition, Layer } from './compositor-protocol.ts';
import { context2d } from './context-2d.ts';
import { layOver } from './lay-over.ts';
import { blurRadius, blurSize, createBlurSource, lensBlur } from './lens-blur.ts';
import { readPngRows } from './read-png-rows.ts';

/** Rows that are drawn and read back at once where a picture lies behind. */
const rowsAtOnce = 64;

/**
 * Lays a cut-out over its background, strip by strip: whole in memory are the result and, while it is read, the picture
 * behind.
 * @param turn called now and then: waits for whatever else is to be heard, and throws to stop.
 * @throws {CompositorError} or what `turn` throws.
 */
export async function compose(composition: Composition, turn: () => Promise<void>): Promise<OffscreenCanvas> {
  const { cutout, widthPx, heightPx, layer } = composition;
  const canvas = context2d(widthPx, heightPx, layer.kind === 'transparent');
  const behind = await openLayer(composition, turn);
  try {
    const light = new Float32Array(widthPx * 3);
    for await (const { firstRow, rowCount, data } of readPngRows(cutout)) {
      if (behind.backdrop) {
        for (let row = 0; row < rowCount; row += 1) {
          behind.backdrop.readRow(firstRow + row, light);
          layOver(data.subarray(row * widthPx * 4, (row + 1) * widthPx * 4), light);
        }
      }
      canvas.putImageData(new ImageData(data, widthPx, rowCount), 0, firstRow);
      await turn();
    }
  } finally {
    behind.close();
  }
  return canvas.canvas;
}

interface OpenLayer {
  readonly backdrop: Backdrop | undefined;
  readonly close: () => void;
}

async function openLayer(
  { cutout, widthPx, heightPx, layer }: Composition,
  turn: () => Promise<void>,
): Promise<OpenLayer> {
  switch (layer.kind) {
    case 'transparent':
      return opened(undefined);
    case 'color':
      return opened(colorBackdrop(layer.color));
    case 'gradient':
      return opened(gradientBackdrop(layer, widthPx, heightPx));
    case 'picture': {
      const picture = await decoded(layer.picture);
      return opened(pictureBackdrop(rowsOf(picture, widthPx, heightPx)), () => picture.close());
    }
    case 'blur':
      return opened(await blurredOriginal(layer, { cutout, widthPx, heightPx }, turn));
    default:
      return layer satisfies never;
  }
}

function opened(backdrop: Backdrop | undefined, close: () => void = () => undefined): OpenLayer {
  return { backdrop, close };
}

async function blurredOriginal(
  { original, strength }: Extract<Layer, { kind: 'blur' }>,
  { cutout, widthPx, heightPx }: Pick<Composition, 'cutout' | 'widthPx' | 'heightPx'>,
  turn: () => Promise<void>,
): Promise<Backdrop> {
  const size = blurSize(widthPx, heightPx, blurRadius(strength));
  const source = createBlurSource(widthPx, heightPx, size.widthPx, size.heightPx);
  const picture = await decoded(original);
  try {
    const readPixels = rowsOf(picture, widthPx, heightPx);
    for await (const { firstRow, rowCount, data } of readPngRows(cutout)) {
      for (let row = 0; row < rowCount; row += 1) {
        const alphas = data.subarray(row * widthPx * 4, (row + 1) * widthPx * 4);
        source.addRow(firstRow + row, readPixels(firstRow + row), alphas);
      }
      await turn();
    }
  } finally {
    picture.close();
  }
  return lensBlur(source.finish(), size.radiusPx, widthPx, heightPx, everySoOften(turn));
}

/** Each row is too often: a turn costs more than the row. */
function everySoOften(turn: () => Promise<void>): () => Promise<void> | undefined {
  let rows = 0;
  return () => (++rows % rowsAtOnce === 0 ? turn() : undefined);
}

/** Reads a picture that fills the whole from its middle, on white. Rows are to be asked for from top to bottom. */
function rowsOf(picture: ImageBitmap, widthPx: number, heightPx: number): (row: number) => Uint8ClampedArray {
  const scale = Math.max(widthPx / picture.width, heightPx / picture.height);
  const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale];
  const strip = context2d(widthPx, Math.min(rowsAtOnce, heightPx), false);
  strip.imageSmoothingQuality = 'high';
  let first = -rowsAtOnce;
  let pixels = new Uint8ClampedArray();
  return (row) => {
    if (row < first || row >= first + rowsAtOnce) {
      first = row - (row % rowsAtOnce);
      strip.fillStyle = '#fff';
      strip.fillRect(0, 0, widthPx, rowsAtOnce);
      strip.drawImage(
        picture,
        (widthPx - drawnWidth) / 2,
        (heightPx - drawnHeight) / 2 - first,
        drawnWidth,
        drawnHeight,
      );
      pixels = strip.getImageData(0, 0, widthPx, strip.canvas.height).data;
    }
    return pixels.subarray((row - first) * widthPx * 4, (row - first + 1) * widthPx * 4);
  };
}

async function decoded(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new CompositorError('unsupported-format', 'the picture behind cannot be decoded', { cause });
  }
}
