import {
  type EditorRegistries,
  issueReceiptOf,
  type ReceiptKeyStore,
  receiptObstacle,
  type ReceiptObstacle,
} from '@isola/editor';
import { receiptFile } from '@isola/imaging/receipt';
import { uprightImage } from '@isola/segmenter';

import type { BatchEntry } from '../items/batch-entry.ts';
import { openCompositor } from '../pipeline/create-item-compositors.ts';
import { readSource } from '../pipeline/item-source.ts';
import { type FacesOfImage, itemTarget } from '../pipeline/render-item.ts';
import type { BatchPreset } from '../preset/batch-preset.ts';
import { overrideKeyOf, renderKeyOf } from '../preset/render-key-of.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';

export interface ReceiptDeps {
  /** The batch's preset of the same moment as the entry. */
  readonly preset: BatchPreset;
  readonly registries: EditorRegistries;
  readonly storage: Pick<OpenedStorage, 'readFile'>;
  readonly keys: ReceiptKeyStore;
  readonly findFaces: FacesOfImage;
}

/**
 * Issues the receipt of an entry's stored result.
 * @param entry a copy, which stays as it is while the receipt is issued.
 * @returns a file, or the reason why the result can have no receipt.
 * @throws {DOMException} `NotFoundError` when the entry has no result, or one of an earlier preset.
 */
export async function issueEntryReceipt(
  entry: Readonly<BatchEntry>,
  { preset, registries, storage, keys, findFaces }: ReceiptDeps,
  signal: AbortSignal,
): Promise<Blob | ReceiptObstacle> {
  const { id, type, outcome, override, isDerived } = entry;
  const renderKey = override ? overrideKeyOf(override, preset) : renderKeyOf(preset);
  if (outcome?.kind !== 'done' || outcome.renderKey !== renderKey)
    throw new DOMException('the item has no current result', 'NotFoundError');
  const original = await storage.readFile('originals', id);
  const photograph = original.slice(0, original.size, type);
  const isTurned = (await uprightImage(photograph)) !== photograph;
  const { format } = (override?.state ?? preset.preset.state).export;
  const obstacle = receiptObstacle({ isDerived: isDerived || isTurned, format });
  if (obstacle) return obstacle;
  const stored = await storage.readFile('results', id);
  const { widthPx, heightPx, reduction, enlargedFrom } = outcome;
  const file = {
    file: stored.slice(0, stored.size, outcome.type),
    widthPx,
    heightPx,
    ...(reduction?.colorCount !== undefined && { colorCount: reduction.colorCount }),
    ...(enlargedFrom && { enlargedFrom }),
  };
  const source = await readSource(storage, entry);
  const compositor = openCompositor(source, registries);
  try {
    const options = { preset, override, registries, signal, findFaces };
    const target = await itemTarget(source, options, compositor);
    const matte = await compositor.editMatte(target.params.edits, { signal });
    const rendered = { photograph, target, file, matte, run: source.facts.run };
    return receiptFile((await issueReceiptOf(rendered, registries, keys, signal)).receipt);
  } finally {
    compositor.close();
  }
}
