import { createSegmenter, decodeImage, inspectImage, type Segmenter, translateError } from '@isola/segmenter';

import { type FuzzReport, hasSize, tryFiles } from '../fuzz-report.ts';
import { mutatedFile } from '../mutate.ts';

interface FuzzPage {
  /** Loads the files to mutate. @param count number of files below `/files/`. */
  open(count: number, seed: number): Promise<void>;
  /** Validates and decodes mutated files as the site does. */
  decode(indices: readonly number[]): Promise<FuzzReport>;
  /** Cuts mutated files out, from the file to the PNG. */
  cutOut(indices: readonly number[]): Promise<FuzzReport>;
}

declare global {
  interface Window {
    fuzzPage: FuzzPage;
  }
}

let files: readonly Uint8Array[] = [];
let seed = 0;
let segmenter: Segmenter | undefined;

window.fuzzPage = {
  async open(count, chosen) {
    seed = chosen;
    files = await Promise.all(
      Array.from({ length: count }, async (_, at) => new Uint8Array(await (await fetch(`/files/${at}`)).arrayBuffer())),
    );
  },

  decode: (indices) =>
    tryFiles(indices, async (index) => {
      const file = new Blob([mutatedFile(files, seed, index).bytes]);
      const inspection = await inspectImage(file);
      try {
        const bitmap = await decodeImage(file);
        const size = { widthPx: bitmap.width, heightPx: bitmap.height };
        bitmap.close();
        if (inspection.state !== 'readable') return `decoded, although it was ${inspection.state}`;
        return hasSize(size, inspection.header)
          ? 'opened'
          : `decoded ${size.widthPx} × ${size.heightPx} px, stated otherwise`;
      } catch (error) {
        return translateError(error).code;
      }
    }),

  cutOut: (indices) =>
    tryFiles(indices, async (index) => {
      segmenter ??= createSegmenter({ manifestUrl: '/model/manifest.json', deviceMemoryGib: 1 });
      try {
        const result = await segmenter.segment(new Blob([mutatedFile(files, seed, index).bytes]));
        result.cutout.close();
        const isWhole = result.matte.data.length === result.widthPx * result.heightPx && result.png.size > 0;
        return isWhole ? 'opened' : 'the cutout has another size';
      } catch (error) {
        return translateError(error).code;
      }
    }),
};
