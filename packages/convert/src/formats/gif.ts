import { ConvertError } from '../convert-error.ts';
import type { OpenedSource } from './opened-source.ts';

/** Opens the first frame of a GIF, which every browser decodes. @throws {ConvertError} `damaged-image` */
export function openGif(bytes: Uint8Array<ArrayBuffer>): OpenedSource {
  if (bytes.length < 13) throw new ConvertError('damaged-image', 'the header is cut short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    widthPx: view.getUint16(6, true),
    heightPx: view.getUint16(8, true),
    isFirstOfMany: hasTwoFrames(bytes),
    decode(platform) {
      platform.onStage?.('decoding');
      return platform.decode(bytes, 'image/gif', false);
    },
  };
}

/** @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt, appendix B */
function hasTwoFrames(bytes: Uint8Array): boolean {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number) => {
    let at = from;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
    return at + 1;
  };
  let frames = 0;
  for (let at = 13 + tableBytes(bytes[10] ?? 0); at < bytes.length && frames < 2;) {
    switch (bytes[at]) {
      case 0x21:
        at = afterBlocks(at + 2);
        break;
      case 0x2c:
        frames += 1;
        at = afterBlocks(at + 11 + tableBytes(bytes[at + 9] ?? 0));
        break;
      default:
        return false;
    }
  }
  return frames > 1;
}
