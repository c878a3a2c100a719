import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ModelSession } from '../../../packages/segmenter/src/inference/session.ts';

/**
 * Keeps each mask of a network in a file, by the pixels and the size that it saw: what is done with the masks can then be tried
 * again and again without the network.
 * @param folder is made where it is not there. One of another model, or of other kernels, is another folder.
 * @returns a session that asks the network only for masks that are not there.
 */
export function keepMasks(session: ModelSession, folder: string): ModelSession {
  mkdirSync(folder, { recursive: true });
  return {
    ...session,
    async run(pixels, size, options) {
      const hash = createHash('sha256').update(pixels).digest('hex').slice(0, 24);
      const file = join(folder, `${hash}-${size.widthPx}x${size.heightPx}.f32`);
      if (existsSync(file)) {
        const bytes = readFileSync(file);
        return { mask: new Float32Array(new Uint8Array(bytes).buffer), provider: 'engine' };
      }
      const run = await session.run(pixels, size, options);
      // Renamed when it is whole: a process that runs at the same time never reads a part of it.
      writeFileSync(`${file}.${process.pid}`, run.mask);
      renameSync(`${file}.${process.pid}`, file);
      return run;
    },
  };
}
