import sharp from 'sharp';

import type { PictureCodec } from '../quality/cases.ts';

/** JPEG quality, the same as in the browser's workshop. */
const jpegQuality = 95;

/** Decodes and encodes images in Node. */
export const sharpCodec: PictureCodec = {
  async decode({ bytes }) {
    const { data, info } = await sharp(bytes)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
  },
  async encode({ data, widthPx, heightPx }, name) {
    const picture = sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } });
    const jpeg = await picture.removeAlpha().jpeg({ quality: jpegQuality }).toBuffer();
    return { name, mime: 'image/jpeg', bytes: new Uint8Array(jpeg) };
  },
};
