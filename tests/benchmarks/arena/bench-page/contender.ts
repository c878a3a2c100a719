/** A library under test. It takes a photo and returns the cutout as a PNG of the photo's size. */
export interface Contender {
  cutOut(photo: Blob): Promise<CutOut>;
}

export interface CutOut {
  readonly png: Blob;
  /** Wall time of the network's run alone. Absent when it is not measured. */
  readonly networkMs?: number;
  /** The network's output as Float32, 0…1, row-major. Absent when it is not recorded. */
  readonly mask?: Float32Array<ArrayBuffer>;
  /** Absent when the library does not report it. */
  readonly engine?: Engine;
  /** Thread that waits while the network runs. */
  readonly thread: 'worker' | 'main';
}

/** Environment of the network, as reported by the library. */
export interface Engine {
  readonly threads: number;
  readonly provider: string;
  /** Number of passes over the photo. `networkWidthPx` and `networkHeightPx` are the input size in the first pass. */
  readonly passes: number;
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
}
