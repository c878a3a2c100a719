import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ModelSession } from '../../../packages/segmenter/src/inference/session.ts';

/**
 * Stores each mask of a network in a file, by the pixels and the size of its input. Work on the masks can then be
 * repeated without running the network.
 * @param folder created when it does not exist. Another model, or other kernels, need another folder.
 * @returns a session that runs the network only for masks that are not stored.
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
      // Renamed once complete, so that a process that runs at the same time never reads a partial file.
      writeFileSync(`${file}.${process.pid}`, run.mask);
      renameSync(`${file}.${process.pid}`, file);
      return run;
    },
  };
}
