import type { ForeignFormat } from '@isola/segmenter';

import type { Conversion, ConvertStage } from '../conversion.ts';
import type { ConvertErrorCode } from '../convert-error.ts';

/** Message to the worker. */
export interface ConvertRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: ForeignFormat;
  readonly maxBytes: number;
}

/** Message from the worker. */
export type ConvertAnswer =
  /** The header is read next, which has a limit of time like a stage. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'stage'; readonly stage: ConvertStage }
  | { readonly kind: 'done'; readonly file: Blob; readonly conversion: Conversion }
  | { readonly kind: 'failed'; readonly code: ConvertErrorCode; readonly detail?: string };
