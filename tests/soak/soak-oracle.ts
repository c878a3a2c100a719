import { availableParallelism } from 'node:os';

import type { KernelBuild } from '../../packages/segmenter/src/engine/kernels.ts';
import { greatestDifference } from '../../packages/segmenter/test/greatest-difference.ts';
import { kernelBuilds } from '../../packages/segmenter/test/kernel-module.ts';
import { modelOnDisk } from '../../packages/segmenter/test/model-on-disk.ts';
import { openOnnxOracle } from '../../packages/segmenter/test/onnx-oracle.ts';
import { openEngine } from '../../packages/segmenter/test/open-engine.ts';
import { discPixels } from '../../packages/segmenter/test/picture-bytes.ts';
import { createRandom } from '../../packages/segmenter/test/random.ts';
import { ThreadWorker } from '../../packages/segmenter/test/thread-worker.ts';
import type { Finding } from './finding.ts';

const tolerance = 1e-4;
const usual = [
  [683, 1024],
  [832, 1216],
  [512, 512],
  [333, 517],
  [64, 1024],
] as const;

/**
 * Compares the real network on onnxruntime-web with every build of the kernels, at `sizes` sizes, the usual ones first.
 */
export async function soakOracle(sizes: number, seed: number): Promise<Finding[]> {
  const { signal } = new AbortController();
  const model = await modelOnDisk();
  const random = createRandom(seed);
  const asked = Array.from({ length: sizes }, (_, index) => {
    const [heightPx, widthPx] = usual[index] ?? [random.integer(1, 700), random.integer(1, 700)];
    return { heightPx, widthPx };
  });
  const oracle = await openOnnxOracle(model, model.normalisation);
  const questions = [];
  for (const size of asked) {
    const pixels = discPixels(size);
    questions.push({ size, pixels, answer: await oracle.mask(pixels, size) });
    process.stderr.write(`oracle asked at ${size.heightPx} × ${size.widthPx}\n`);
  }
  await oracle.release();
  // Set only now, because onnxruntime-web replaces it with Node's own.
  Object.assign(globalThis, { Worker: ThreadWorker });

  const findings: Finding[] = [];
  for (const build of kernelBuilds) {
    const threads = threadsOf(build);
    const engine = await openEngine(model, model.normalisation, build, { threads });
    let most = 0;
    for (const { size, pixels, answer } of questions) {
      const { mask } = await engine.run(pixels, size, { signal });
      const difference = greatestDifference(mask, answer);
      most = difference <= most ? most : difference;
      process.stderr.write(`${build} at ${size.heightPx} × ${size.widthPx}: ${difference.toExponential(1)}\n`);
    }
    const what = `${build}, ${engine.threads} threads, greatest difference at ${sizes} sizes`;
    findings.push({ what, value: most.toExponential(1), isGood: most < tolerance && engine.threads === threads });
    engine.dispose();
  }
  return findings;
}

function threadsOf(build: KernelBuild): number {
  return build.endsWith('threads') ? Math.min(4, availableParallelism()) : 1;
}
