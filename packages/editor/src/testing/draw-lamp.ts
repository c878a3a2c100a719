import { type ImageSegmentation, writtenPng } from '../image/image-segmentation.ts';
import { exampleFacts } from './example-project.ts';

export interface Lamp {
  /** Factor of all sizes. */
  readonly scale?: number;
  /** Distance of the lamp from the left side, before scaling, in px. */
  readonly leftPx?: number;
  readonly background?: string;
  readonly shade?: string;
  readonly type?: 'image/png' | 'image/jpeg';
}

/** Box of the lamp in an image of 100 × 80 px whose scale is 1: 40 px wide, and 50 px high from row 20. */
export const lampBox = { topPx: 20, widthPx: 40, heightPx: 50 };

/** Draws a photo of a lamp, a shade over a narrow foot, and returns it with its segmentation. */
export async function drawLamp({
  scale = 1,
  leftPx = 20,
  background = '#d7d2c8',
  shade = '#c8a03c',
  type = 'image/png',
}: Lamp = {}): Promise<{ readonly file: Blob; readonly segmentation: ImageSegmentation }> {
  const [widthPx, heightPx] = [100 * scale, 80 * scale];
  const cutout = contextOf(widthPx, heightPx);
  cutout.scale(scale, scale);
  cutout.fillStyle = shade;
  cutout.fillRect(leftPx, 20, 40, 20);
  cutout.fillStyle = '#147882';
  cutout.fillRect(leftPx + 4, 40, 10, 30);
  const photo = contextOf(widthPx, heightPx);
  photo.fillStyle = background;
  photo.fillRect(0, 0, widthPx, heightPx);
  photo.drawImage(cutout.canvas, 0, 0);
  const data = cutout.getImageData(0, 0, widthPx, heightPx).data.filter((_, at) => at % 4 === 3);
  const png = await cutout.canvas.convertToBlob({ type: 'image/png' });
  const segmentation = {
    widthPx,
    heightPx,
    matte: { data, widthPx, heightPx },
    cutout: await createImageBitmap(cutout.canvas),
    png: writtenPng(png),
    pixels: undefined,
    ...exampleFacts,
  };
  return { file: await photo.canvas.convertToBlob({ type, quality: 0.6 }), segmentation };
}

function contextOf(widthPx: number, heightPx: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  if (!context) throw new Error('no canvas');
  return context;
}
