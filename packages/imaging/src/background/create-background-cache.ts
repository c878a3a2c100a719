import type { BackgroundRows } from './define-background-source.ts';
import type { BackgroundOpener } from './open-background.ts';

/** Caches the most recently rendered background, so that all drafts of a drag share it. */
export interface BackgroundCache {
  /**
   * Wraps an opener so that it renders its background once. The cached rows take `widthPx × heightPx × 12` bytes.
   * @param key identifies the params: equal keys render equal rows at one size.
   */
  readonly cached: (key: string, open: BackgroundOpener) => BackgroundOpener;
}

const rowsBetweenYields = 64;

export function createBackgroundCache(): BackgroundCache {
  let last: { readonly key: string; readonly rows: BackgroundRows | undefined } | undefined;
  return {
    cached: (paramsKey, open) => async (scene, yieldToEventLoop) => {
      const { widthPx, heightPx } = scene;
      const key = `${widthPx} × ${heightPx} ${paramsKey}`;
      if (last?.key !== key) {
        last = undefined;
        const { rows, close } = await open(scene, yieldToEventLoop);
        try {
          last = { key, rows: rows && (await rendered(rows, widthPx, heightPx, yieldToEventLoop)) };
        } finally {
          close?.();
        }
      }
      return { rows: last.rows };
    },
  };
}

async function rendered(
  rows: BackgroundRows,
  widthPx: number,
  heightPx: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<BackgroundRows> {
  const length = widthPx * 3;
  const values = new Float32Array(length * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    if (row % rowsBetweenYields === 0) await yieldToEventLoop();
    rows.readRow(row, values.subarray(row * length, (row + 1) * length));
  }
  return { readRow: (row, into) => into.set(values.subarray(row * length, (row + 1) * length)) };
}
