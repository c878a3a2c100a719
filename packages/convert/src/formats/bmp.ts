import { ConvertError } from '../convert-error.ts';
import type { OpenedSource } from './opened-source.ts';

/** Size of the oldest header, whose sides have 16 bits. */
const coreHeaderBytes = 12;
/** Compressions that are files of their own. */
const embedded: Readonly<Record<number, string>> = { 4: 'JPEG in BMP', 5: 'PNG in BMP' };

/**
 * Opens a BMP, which every browser decodes.
 * @throws {ConvertError} `damaged-image`, `unsupported-variant`
 * @see [MS-WMF] 2.2.2.3 and 2.2.2.9: the height of an image whose first row is at the top is negative.
 */
export function openBmp(bytes: Uint8Array<ArrayBuffer>): OpenedSource {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 26) throw new ConvertError('damaged-image', 'the header is cut short');
  const isCore = view.getUint32(14, true) === coreHeaderBytes;
  const variant = !isCore && bytes.length >= 34 ? embedded[view.getUint32(30, true)] : undefined;
  if (variant) throw new ConvertError('unsupported-variant', variant);
  return {
    widthPx: isCore ? view.getUint16(18, true) : view.getInt32(18, true),
    heightPx: isCore ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true)),
    isFirstOfMany: false,
    decode(platform) {
      platform.onStage?.('decoding');
      return platform.decode(bytes, 'image/bmp', false);
    },
  };
}
