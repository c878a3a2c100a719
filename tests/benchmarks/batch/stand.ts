import type { BenchServer } from '../arena/bench-server.ts';

export interface Stand {
  readonly server: BenchServer;
  /** Number of images in the comparison with the peer. */
  readonly images: number;
  /** Numbers of images of 12 megapixels in the two batches whose memory is compared. */
  readonly many: number;
  readonly few: number;
  /** Seed of the backgrounds. */
  readonly seed: string;
  readonly say: (line: string) => void;
}

export interface Findings {
  readonly ratio: number;
  /** Summary for the terminal. */
  readonly text: string;
  readonly numbers: unknown;
}

export type BatchMeasure = (stand: Stand) => Promise<Findings>;
