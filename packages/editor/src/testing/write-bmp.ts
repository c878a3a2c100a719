/**
 * Writes an opaque picture as a BMP of 24 bits, whose last row comes first.
 * @see [MS-WMF] 2.2.2.3
 */
export async function writeBmp(picture: Blob, name: string): Promise<File> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = new Uint8Array(54 + rowBytes * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    bytes.set([blue, green, red], 54 + (height - 1 - y) * rowBytes + x * 3);
  }
  return new File([bytes], name);
}
