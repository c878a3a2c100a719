import type { Compositor } from '../src/compositor/create-compositor.ts';

/** Reads the pixel of a result: red, green, blue and alpha, 0…255. */
export type ReadPixel = (x: number, y: number) => number[];

/** Encodes a result as a PNG, closes the compositor, and reads the pixels as a browser decodes them. */
export async function composedPixels(
  compositor: Compositor,
  params: Parameters<Compositor['encode']>[0],
): Promise<ReadPixel> {
  const { file } = await compositor.encode(params, { format: 'png' });
  compositor.close();
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return (x, y) => Array.from(context.getImageData(x, y, 1, 1).data);
}

/** Draws a picture and encodes it as a PNG. */
export async function drawnPicture(
  width: number,
  height: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  draw(context);
  return canvas.convertToBlob();
}

/** Draws a picture of one colour. */
export function filledPicture(color: string, width: number, height: number): Promise<Blob> {
  return drawnPicture(width, height, (context) => {
    context.fillStyle = color;
    context.fillRect(0, 0, width, height);
  });
}
