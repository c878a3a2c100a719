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
  /** Absent where the library does not report it. */
  readonly engine?: Engine;
  /** Whose thread waits while the network runs. */
  readonly thread: 'worker' | 'main';
}

/** What a network ran on and what it saw, in the library's words. */
export interface Engine {
  readonly threads: number;
  readonly provider: string;
  /** How often the network saw the photo, and at which size the first time. */
  readonly passes: number;
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
}
