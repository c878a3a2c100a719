import { isRgbProfile } from '../color/rgb-profile.ts';
import { readTiff, type TiffPage } from '../container/read-tiff.ts';
import { ConvertError } from '../convert-error.ts';
import type { OpenedSource } from './opened-source.ts';

/** Kinds of values (photometric interpretations) that can be converted, with their numbers of colour samples. */
const colorSamples: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3 };
const cmyk = 5;
const yCbCr = 6;
const jpeg = 7;
/** Uncompressed, LZW, JPEG, Deflate under both of its numbers, PackBits. */
const compressions = new Set([1, 5, jpeg, 8, 32_946, 32_773]);
const compressionNames: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT G3',
  4: 'CCITT G4',
  6: 'JPEG (TIFF 5)',
  34_712: 'JPEG 2000',
  34_892: 'lossy DNG',
  34_925: 'LZMA',
  50_000: 'Zstandard',
  50_001: 'WebP',
};
const photometricNames: Readonly<Record<number, string>> = {
  4: 'mask',
  8: 'CIELab',
  9: 'ICCLab',
  32_844: 'LogL',
  32_845: 'LogLuv',
};

/**
 * Opens a TIFF's first page that is not a preview.
 * @throws {ConvertError} `unsupported-variant` for camera raw files, and for kinds that browsers cannot show.
 */
export function openTiff(bytes: Uint8Array<ArrayBuffer>): OpenedSource {
  const pages = readTiff(bytes);
  const page = pages.find(({ isReduced }) => !isReduced)?.read();
  // Raw files of cameras are TIFFs whose first page is a preview. The photograph itself is in a directory below it.
  if (!page || pages[0]?.isNegative || page.photometric === 32_803 || page.photometric === 34_892) {
    throw new ConvertError('unsupported-variant', 'camera raw');
  }
  const variant = unsupportedVariant(page);
  if (variant) throw new ConvertError('unsupported-variant', variant);
  const isTurned = page.orientation >= 5 && page.orientation <= 8;
  return {
    widthPx: isTurned ? page.heightPx : page.widthPx,
    heightPx: isTurned ? page.widthPx : page.heightPx,
    isFirstOfMany: pages.filter(({ isReduced }) => !isReduced).length > 1,
    isApproximate: page.photometric === cmyk,
    exif: bytes,
    async decode(platform) {
      platform.onStage?.('loading');
      const { decodeTiff } = await import('./decode-tiff.ts').catch((cause: unknown) => {
        throw new ConvertError('resource-load-failed', 'the TIFF decoder', { cause });
      });
      platform.onStage?.('decoding');
      const pixels = await decodeTiff(bytes, page);
      // A profile for CMYK or greys does not fit the RGB values.
      const { profile } = page;
      return { ...pixels, ...(profile && isRgbProfile(profile) && { profile }) };
    },
  };
}

function unsupportedVariant(page: TiffPage): string | undefined {
  const { photometric, compression, bits, sampleFormat, samples } = page;
  const colors = colorSamples[photometric];
  if (colors === undefined) return photometricNames[photometric] ?? `photometric ${photometric}`;
  if (!compressions.has(compression)) return compressionNames[compression] ?? `compression ${compression}`;
  if (samples < colors || bits.length < Math.min(samples, colors))
    throw new ConvertError('damaged-image', 'samples are missing');
  const [depth = 1] = bits;
  if (sampleFormat !== 1 || depth > 16) return `${depth} bit`;
  if (photometric === yCbCr && compression !== jpeg) return 'YCbCr';
  if (photometric === cmyk && page.inkSet !== 1) return 'inks other than CMYK';
  return undefined;
}
