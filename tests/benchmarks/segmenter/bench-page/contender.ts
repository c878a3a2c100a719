/** A library under test: a photo in, the cut-out as a PNG of the photo's size out. */
export interface Contender {
  cutOut(photo: Blob): Promise<CutOut>;
}

export interface CutOut {
  readonly png: Blob;
  /** Threads that the library says the network ran on; absent where it does not say. */
  readonly threads?: number;
  /** Whose thread waits while the network runs. */
  readonly realm: 'worker' | 'page';
}
