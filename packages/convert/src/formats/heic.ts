import { isHdr, profileOfColors } from '../color/profile-of-colors.ts';
import { isNamedSrgb, isRgbProfile } from '../color/rgb-profile.ts';
import { type HeifFacts, readHeif } from '../container/read-heif.ts';
import { ConvertError } from '../convert-error.ts';
import type { Pixels } from '../pixels.ts';
import { openLibheif } from './libheif.ts';
import type { OpenedSource, Platform } from './opened-source.ts';

/**
 * Opens the primary image of a HEIC file. Safari decodes it itself; elsewhere libheif does, which is loaded then.
 * @throws {ConvertError} `damaged-image`, `unsupported-variant`
 */
export function openHeic(bytes: Uint8Array<ArrayBuffer>): OpenedSource {
  const facts = readHeif(bytes);
  return {
    ...sourceOf(facts),
    async decode(platform) {
      platform.onStage?.('decoding');
      try {
        return await platform.decode(bytes, 'image/heic', isWide(facts));
      } catch {
        return decodeByLibrary(bytes, facts, platform);
      }
    },
  };
}

/** Returns what HEIC and AVIF have in common: sizes, number of images, and EXIF. */
export function sourceOf({ widthPx, heightPx, images, isSequence, exif }: HeifFacts): Omit<OpenedSource, 'decode'> {
  return { widthPx, heightPx, isFirstOfMany: isSequence || images > 1, exif };
}

/** Checks whether colours may lie outside of sRGB. */
export function isWide({ profile, colors }: HeifFacts): boolean {
  return profile ? !isNamedSrgb(profile) : profileOfColors(colors) !== undefined || isHdr(colors);
}

async function decodeByLibrary(
  bytes: Uint8Array<ArrayBuffer>,
  { profile, colors }: HeifFacts,
  platform: Platform,
): Promise<Pixels> {
  if (!profile && isHdr(colors)) throw new ConvertError('unsupported-variant', 'HDR');
  platform.onStage?.('loading');
  const decode = await openLibheif();
  platform.onStage?.('decoding');
  const own = profile && isRgbProfile(profile) ? profile : profileOfColors(colors);
  return { ...decode(bytes), profile: own };
}
