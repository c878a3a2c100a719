import { createCompositor } from '@isola/imaging';

/** Composes the middle of an image on white, which is all that a page without an editor needs. */
export async function middleOnWhite(image: Blob, widthPx: number, heightPx: number): Promise<Blob> {
  const isMiddle = (index: number) => (index % widthPx) * 2 >= widthPx / 2 && (index % widthPx) * 2 < widthPx * 1.5;
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, index) => (isMiddle(index) ? 255 : 0));
  const compositor = createCompositor({ image, matte: { data, widthPx, heightPx } });
  const { file } = await compositor.encode({ background: { kind: 'color', color: '#ffffff' } }, { format: 'png' });
  compositor.close();
  return file;
}
