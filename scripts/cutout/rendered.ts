/** Result of rendering: the file, or the reason for the failure. */
export type Rendered =
  | {
      readonly outcome: 'done';
      readonly file: Uint8Array;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | { readonly outcome: 'failed'; readonly code: string; readonly detail?: string };
