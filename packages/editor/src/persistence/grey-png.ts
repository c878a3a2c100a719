import { crc32 } from '@isola/imaging';
import type { Matte } from '@isola/segmenter';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Writes a matte as an 8-bit greyscale PNG. Any program can show it, and every value is read back exactly. A canvas
 * would write four channels instead of one, and some browsers add noise to the pixels that are read from a canvas.
 * @see https://www.w3.org/TR/png-3/
 */
export async function writeGreyPng({ data, widthPx, heightPx }: Matte): Promise<Blob> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, widthPx);
  header.setUint32(4, heightPx);
  header.setUint8(8, 8);
  // Each row begins with its filter type, 0 (none). Nearly all pixels of a matte are black or white, which deflates
  // well without a filter.
  const lines = new Uint8Array((widthPx + 1) * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    lines.set(data.subarray(row * widthPx, (row + 1) * widthPx), row * (widthPx + 1) + 1);
  }
  const deflated = new Blob([lines]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Blob(
    [
      Uint8Array.from(signature),
      ...chunk('IHDR', new Uint8Array(header.buffer)),
      ...chunk('IDAT', new Uint8Array(await new Response(deflated).arrayBuffer())),
      ...chunk('IEND', new Uint8Array()),
    ],
    { type: 'image/png' },
  );
}

function chunk(name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, data.length);
  for (let at = 0; at < 4; at += 1) head[4 + at] = name.charCodeAt(at);
  const tail = new Uint8Array(4);
  new DataView(tail.buffer).setUint32(0, crc32(data, crc32(head.subarray(4))));
  return [head, data, tail];
}
