/** Child process of `native-peer.ts`. Its working directory contains the installed package. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { NativeAnswer, NativeOrder } from './native-peer.ts';

interface Peer {
  readonly removeBackground: (photo: Blob) => Promise<Blob>;
}

const { removeBackground } = createRequire(join(process.cwd(), 'package.json'))(
  '@imgly/background-removal-node',
) as Peer;

process.on('message', (order: NativeOrder) => void cutOut(order).then((answer) => process.send?.(answer)));

async function cutOut({ bytes, mime }: NativeOrder): Promise<NativeAnswer> {
  try {
    const startedAt = performance.now();
    const png = await removeBackground(new Blob([bytes], { type: mime }));
    await png.arrayBuffer();
    return { outcome: 'done', durationMs: performance.now() - startedAt };
  } catch (error) {
    return { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
