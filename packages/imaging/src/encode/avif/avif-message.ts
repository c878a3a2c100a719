/** Message to the worker that encodes AVIF. The first one contains the compiled encoder. */
export interface AvifRequest {
  readonly module: WebAssembly.Module;
  /** RGBA with straight alpha, row after row. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Quality of colours and of alpha, 1…100. */
  readonly quality: number;
}

export type AvifAnswer =
  | { readonly kind: 'encoded'; readonly file: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly detail: string };
