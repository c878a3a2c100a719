import type { ReceiptObstacle } from '@isola/editor';
import type { ShadowRefusal } from '@isola/imaging';

/** Result of rendering: the file, or the reason for the failure. */
export type Rendered =
  | {
      readonly outcome: 'done';
      readonly file: Uint8Array;
      readonly widthPx: number;
      readonly heightPx: number;
      /** Reason why the result lacks the shadow of its photograph, although it should have one. */
      readonly missingShadow?: ShadowRefusal;
      /** Number of faces that were made unrecognisable; absent when none were looked for. */
      readonly blurredFaces?: number;
      /** The receipt, if one was wanted and could be issued. */
      readonly receipt?: Uint8Array;
      /** Reason why there is no receipt, although there should be one. */
      readonly missingReceipt?: ReceiptObstacle;
    }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };
