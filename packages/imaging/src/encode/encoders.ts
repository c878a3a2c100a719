import { avifEncoder } from './avif/avif.ts';
import type { EncodingOf } from './define-encoder.ts';
import { jpegEncoder } from './jpeg.ts';
import { pdfEncoder } from './pdf/pdf.ts';
import { palettePngEncoder, pngEncoder } from './png.ts';
import { psdEncoder } from './psd/psd.ts';
import { svgEncoder } from './svg.ts';
import { tiffEncoder } from './tiff/tiff.ts';
import { webpEncoder } from './webp.ts';

/** All file formats of this package. To add one, write its file and add a row here. */
export const encoders = [
  pngEncoder,
  webpEncoder,
  jpegEncoder,
  avifEncoder,
  psdEncoder,
  tiffEncoder,
  svgEncoder,
  palettePngEncoder,
  pdfEncoder,
] as const;

/** Params of any of these formats. */
export type Encoding = EncodingOf<(typeof encoders)[number]>;
