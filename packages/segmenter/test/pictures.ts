/** Returns an image whose left part is red and whose rest is blue. The tiny model finds the left part as the subject. */
export function redAndBlue(widthPx: number, heightPx: number, redPx: number): ImageData {
  const image = new ImageData(widthPx, heightPx);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel += 1) {
    image.data.set(pixel % widthPx < redPx ? [255, 0, 0, 255] : [0, 0, 255, 255], pixel * 4);
  }
  return image;
}

/** Encodes an image synchronously. A canvas's `convertToBlob` would wait until the page is idle, or for a second. */
export function encoded(image: ImageData, type = 'image/png'): Blob {
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const [, base64 = ''] = canvas.toDataURL(type, 0.95).split(',');
  return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type });
}

/** Reads the pixels of an image file or a bitmap: RGBA, straight alpha. */
export async function pixelsOf(source: Blob | ImageBitmap): Promise<ImageData> {
  const bitmap = await createImageBitmap(source);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
