import type { SegmentationSession, SourceImage } from '@isola/editor';

type Result = Parameters<SegmentationSession['open']>[1];

export interface OpenPicture {
  readonly image: SourceImage;
  /** As if the picture had been segmented. */
  readonly segmentation: Result;
}

const [widthPx, heightPx] = [600, 800];

/** By the picture's address. On a page that draws nothing, Chromium begins to write one only after a second. */
const files = new Map<string, Promise<Blob>>();

/**
 * A picture of this repository with its own alpha, small.
 * @param alphaUrl greys: white is subject. Without it there is no subject.
 */
export async function openPicture(name: string, url: string, alphaUrl?: string): Promise<OpenPicture> {
  const bitmap = await small(url);
  const { canvas, context } = canvasOf(bitmap);
  const data = new Uint8ClampedArray(widthPx * heightPx);
  if (alphaUrl) {
    const grey = canvasOf(await small(alphaUrl)).context.getImageData(0, 0, widthPx, heightPx).data;
    for (let at = 0; at < data.length; at += 1) data[at] = grey[at * 4] ?? 0;
  }
  const writing = files.get(url) ?? canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
  files.set(url, writing);
  const file = await writing;
  const cutout = context.getImageData(0, 0, widthPx, heightPx);
  for (let at = 0; at < data.length; at += 1) cutout.data[at * 4 + 3] = data[at] ?? 0;
  const segmentation = {
    widthPx,
    heightPx,
    matte: { widthPx, heightPx, data },
    subject: alphaUrl ? 'found' : 'none',
    confidence: { value: 1, map: Uint8ClampedArray.of(255), mapWidthPx: 1, mapHeightPx: 1, disputed: [] },
    run: {
      model: 'none',
      provider: 'engine',
      threads: 2,
      thread: 'worker',
      detail: 'standard',
      workingWidthPx: widthPx,
      workingHeightPx: heightPx,
      networkWidthPx: widthPx,
      networkHeightPx: heightPx,
      passes: 1,
      timingsMs: { preprocessing: 1, 'loading-model': 1, segmenting: 1, postprocessing: 1, complete: 4 },
    },
    cutout: await createImageBitmap(cutout),
    pixels: cutout.data,
    png: { file: undefined, write: () => Promise.reject(new Error('not written here')) },
  } as const satisfies Result;
  return { image: { file, name, url: URL.createObjectURL(file), bitmap }, segmentation };
}

async function small(url: string): Promise<ImageBitmap> {
  const picture = await (await fetch(url)).blob();
  return createImageBitmap(picture, { resizeWidth: widthPx, resizeHeight: heightPx, resizeQuality: 'medium' });
}

function canvasOf(bitmap: ImageBitmap) {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return { canvas, context };
}
