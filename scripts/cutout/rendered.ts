/** A file that was made of a cutout, or why there is none. */
export type Rendered =
  | {
      readonly outcome: 'done';
      readonly file: Uint8Array;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };
