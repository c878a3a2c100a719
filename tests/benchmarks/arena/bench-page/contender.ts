/** A library under test: a photo in, the cut-out as a PNG of the photo's size out. */
export interface Contender {
  cutOut(photo: Blob): Promise<CutOut>;
}

export interface CutOut {
  readonly png: Blob;
  /** Wall time of the network's run alone; absent where nobody watches it. */
  readonly networkMs?: number;
  /** What the network gave, Float32, 0…1, row-major; absent where nobody watches it. */
  readonly mask?: Float32Array<ArrayBuffer>;
  /** Threads and backend, in the library's words; absent where it does not say. */
  readonly engine?: { readonly threads: number; readonly provider: string };
  /** Whose thread waits while the network runs. */
  readonly thread: 'worker' | 'main';
}
