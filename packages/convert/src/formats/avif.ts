import { isHdr, profileOfColors } from '../color/profile-of-colors.ts';
import { readHeif } from '../container/read-heif.ts';
import { ConvertError } from '../convert-error.ts';
import { isWide, sourceOf } from './heic.ts';
import type { OpenedSource } from './opened-source.ts';

/**
 * Opens the primary image of an AVIF, which every supported browser decodes.
 * @throws {ConvertError} `damaged-image`; `unsupported-variant` for HDR where the decoder does not convert it.
 */
export function openAvif(bytes: Uint8Array<ArrayBuffer>): OpenedSource {
  const facts = readHeif(bytes);
  return {
    ...sourceOf(facts),
    async decode(platform) {
      platform.onStage?.('decoding');
      const isDescribed = platform.keepsValues && !facts.profile;
      if (isDescribed && isHdr(facts.colors)) throw new ConvertError('unsupported-variant', 'HDR');
      const pixels = await platform.decode(bytes, 'image/avif', isWide(facts));
      return isDescribed ? { ...pixels, profile: pixels.profile ?? profileOfColors(facts.colors) } : pixels;
    },
  };
}
