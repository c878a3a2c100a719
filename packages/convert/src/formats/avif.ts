import { readHeif } from '../container/read-heif.ts';
import { isWide, sourceOf } from './heic.ts';
import type { OpenedSource } from './opened-source.ts';

/** Opens the primary image of an AVIF, which every supported browser decodes. @throws {ConvertError} `damaged-image` */
export function openAvif(bytes: Uint8Array<ArrayBuffer>): OpenedSource {
  const facts = readHeif(bytes);
  return {
    ...sourceOf(facts),
    decode(platform) {
      platform.onStage?.('decoding');
      return platform.decode(bytes, 'image/avif', isWide(facts));
    },
  };
}
