/** A library under test: a photo in, the cut-out as a PNG of the photo's size out. */
export interface Contender {
  cutOut(photo: Blob): Promise<CutOut>;
}

export interface CutOut {
  readonly png: Blob;
  /** Wall time of the network's run alone; absent where it is not measured. */
  readonly networkMs?: number;
  /** The network's output, Float32, 0…1, row-major; absent where it is not recorded. */
  readonly mask?: Float32Array<ArrayBuffer>;
  /** Threads and backend, in the library's words; absent where the library does not report them. */
  readonly engine?: { readonly threads: number; readonly provider: string };
  /** Whose thread waits while the network runs. */
  readonly thread: 'worker' | 'main';
}
