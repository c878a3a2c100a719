import type { BenchServer } from '../arena/bench-server.ts';

export interface Stand {
  readonly server: BenchServer;
  /** Of the comparison with the peer. */
  readonly images: number;
  /** Images of 12 megapixels, of two batches whose memory is compared. */
  readonly many: number;
  readonly few: number;
  /** Of the backgrounds. */
  readonly seed: string;
  readonly say: (line: string) => void;
}

export interface Findings {
  readonly ratio: number;
  /** For the eye. */
  readonly text: string;
  readonly numbers: unknown;
}

export type BatchMeasure = (stand: Stand) => Promise<Findings>;
