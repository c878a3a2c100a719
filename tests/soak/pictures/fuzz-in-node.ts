/**
 * Tries mutated files in Node, in a process of its own: validation, and the decoders of the segmenter and of
 * `@isola/convert`. The first message brings the files, the others the indices.
 */
import { ConvertError, convertToPng } from '@isola/convert/node';
import { inspectImage, translateError } from '@isola/segmenter/node';

import { sharpPlatform } from '../../../packages/segmenter/src/node/sharp-platform.ts';
import { hasSize, tryFiles } from './fuzz-report.ts';
import { mutatedFile } from './mutate.ts';

/** Message to this process. */
export type NodeTask =
  | { readonly files: readonly Uint8Array[]; readonly seed: number }
  | { readonly indices: readonly number[] };

let files: readonly Uint8Array[] = [];
let seed = 0;

process.on('message', (task: NodeTask) => {
  if ('files' in task) ({ files, seed } = task);
  else void answer(task.indices);
});

async function answer(indices: readonly number[]): Promise<void> {
  const report = await tryFiles(indices, tryFile, (index) => process.send?.({ index }));
  // Pixels of refused files wait for a collection, which would come hundreds of megabytes later.
  globalThis.gc?.();
  process.send?.({ report, memoryBytes: process.memoryUsage.rss() });
}

async function tryFile(index: number): Promise<string> {
  const { bytes } = mutatedFile(files, seed, index);
  const file = new Blob([bytes]);
  const inspection = await inspectImage(file);
  if (inspection.state === 'unsupported-format') {
    try {
      await convertToPng(bytes);
    } catch (error) {
      return error instanceof ConvertError ? error.code : `converting: ${String(error)}`;
    }
    return inspection.state;
  }
  if (inspection.state !== 'readable') return inspection.state;
  try {
    const image = await sharpPlatform.decode(file);
    image.openRows(image.heightPx)(0, image.heightPx);
    return hasSize(image, inspection.header)
      ? 'opened'
      : `decoded ${image.widthPx} × ${image.heightPx} px, stated otherwise`;
  } catch (error) {
    return translateError(error).code;
  }
}
