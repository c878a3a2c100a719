import type { SegmentationSession, SourceImage } from '@isola/editor';

type Result = Parameters<SegmentationSession['open']>[1];

export interface OpenPicture {
  readonly image: SourceImage;
  /** A result like that of a finished segmentation. */
  readonly segmentation: Result;
}

const [widthPx, heightPx] = [600, 800];

/** Files by the image's URL. On a page that draws nothing, Chromium starts to encode an image only after a second. */
const files = new Map<string, Promise<Blob>>();

/**
 * Loads a test image of this repository with its alpha, at a small size.
 * @param alphaUrl grey image in which white is the subject. Without it the result has no subject.
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
