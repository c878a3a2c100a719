import type { EncodingOf } from './define-encoder.ts';
import { jpegEncoder } from './jpeg.ts';
import { pngEncoder } from './png.ts';
import { webpEncoder } from './webp.ts';

/** Every file format of this package. A new format is a new file and a row here. */
export const encoders = [pngEncoder, webpEncoder, jpegEncoder] as const;

/** What a result is encoded as. */
export type Encoding = EncodingOf<(typeof encoders)[number]>;
