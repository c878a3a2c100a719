import { type Batch, createBatch } from '@isola/batch';

import { createFakeSegmenter } from '../../../../packages/batch/test/fake-segmenter.ts';
import { type Faults, injectFaults } from './faults.ts';

export interface Look {
  readonly isReady: boolean;
  readonly waitsFor: string | undefined;
  /** Names in order. */
  readonly names: readonly string[];
  readonly unreadableCount: number;
}

export interface NeverLostPage {
  /** Adds `count` images, numbered from `from` on. */
  add(from: number, count: number): Promise<void>;
  look(): Look;
  /**
   * Ends the faults and presses what the page offers: it opens or reads again, and resumes. @returns once all images
   * are processed.
   */
  heal(): Promise<void>;
  /** Reads every original and every result. @returns by name, a hash of the original, and the type of the result. */
  readAll(): Promise<Readonly<Record<string, readonly [original: string, result: string]>>>;
  editAndCancel(index: number): Promise<void>;
  /** Gives an image its own background and renders it. */
  edit(index: number, color: string): Promise<void>;
  hasOverride(index: number): boolean;
  removeAndRestore(index: number): Promise<void>;
  remove(name: string): Promise<void>;
  /** @returns once the order is saved. */
  moveAndBack(index: number): Promise<void>;
  setBackground(color: string): void;
  /** @returns once a file is being written. */
  writing(): Promise<void>;
  dispose(): void;
}

declare global {
  interface Window {
    neverLost: NeverLostPage;
  }
}

/** Key under which the soak stores how the storage of the next load fails. */
const faultsKey = 'faults';

const began = Promise.withResolvers<void>();
const createWritable = Reflect.get(FileSystemFileHandle.prototype, 'createWritable') as () => Promise<unknown>;
FileSystemFileHandle.prototype.createWritable = function (this: FileSystemFileHandle, ...values: []) {
  began.resolve();
  return Reflect.apply(createWritable, this, values) as Promise<FileSystemWritableFileStream>;
};

const faults = JSON.parse(localStorage.getItem(faultsKey) ?? '{"kind":"none","seed":1}') as Faults;
const endFaults = injectFaults(faults);
const batch: Batch = createBatch({ loadSegmenter: () => Promise.resolve(createFakeSegmenter()), maxItems: 100 });

const itemAt = (index: number) => {
  const item = batch.getState().items[index];
  if (!item) throw new Error(`there is no item ${index}`);
  return item;
};

function until(isSo: () => boolean): Promise<void> {
  if (isSo()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = batch.subscribe(() => {
      if (!isSo()) return;
      stop();
      resolve();
    });
  });
}

const isSettled = () =>
  batch.getState().items.every((item) => item.state === 'processed' && !(item.outcome === 'done' && item.isOutdated));

/** Returns a small image whose colour depends on its number. */
async function imageOf(number: number): Promise<File> {
  const canvas = new OffscreenCanvas(24, 16);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = `rgb(${number} ${255 - number} 90)`;
  context.fillRect(0, 0, 24, 16);
  return new File([await canvas.convertToBlob()], `image-${number}.png`, { type: 'image/png' });
}

async function hashOf(file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

window.neverLost = {
  async add(from, count) {
    const files = await Promise.all(Array.from({ length: count }, (_, at) => imageOf(from + at)));
    await batch.add(files);
  },
  look() {
    const { isReady, waitsFor, items, unreadableCount } = batch.getState();
    return { isReady, waitsFor, names: items.map(({ name }) => name), unreadableCount };
  },
  async heal() {
    endFaults();
    await until(() => batch.getState().isReady || batch.getState().waitsFor === 'answer');
    if (!batch.getState().isReady) batch.openAgain();
    await until(() => batch.getState().isReady);
    if (batch.getState().unreadableCount > 0) await batch.readAgain();
    batch.resume();
    await until(isSettled);
    if (batch.getState().items.some((item) => item.state === 'processed' && item.outcome === 'failed')) {
      await batch.readAgain();
      batch.retry();
      await until(isSettled);
    }
  },
  async readAll() {
    const all = await Promise.all(
      batch.getState().items.map(async (item) => {
        const { id, name } = item;
        if (item.state !== 'processed' || item.outcome !== 'done') throw new Error(JSON.stringify(item));
        return [name, [await hashOf(await batch.original(id)), (await batch.result(id)).type] as const] as const;
      }),
    );
    return Object.fromEntries(all) as Awaited<ReturnType<NeverLostPage['readAll']>>;
  },
  async editAndCancel(index) {
    const item = await batch.openItem(itemAt(index).id);
    item.close();
  },
  async edit(index, color) {
    const item = await batch.openItem(itemAt(index).id);
    const { history } = item.document;
    history.commit('color', { ...history.getState().state, background: { kind: 'color', color } });
    await item.save();
    item.close();
  },
  hasOverride: (index) => itemAt(index).hasOverride,
  async removeAndRestore(index) {
    const { restore } = await batch.remove([itemAt(index).id]);
    await restore();
  },
  async remove(name) {
    const ids = batch.getState().items.filter((item) => item.name === name);
    await batch.remove(ids.map(({ id }) => id));
  },
  async moveAndBack(index) {
    const { id } = itemAt(index);
    batch.move(id, 0);
    batch.move(id, index);
    // `add` resolves once the order is saved.
    await batch.add([]);
  },
  setBackground(color) {
    const { preset } = batch.getState();
    const state = { ...preset.preset.state, background: { kind: 'color' as const, color } };
    batch.setPreset({ ...preset, preset: { ...preset.preset, state } });
  },
  writing: () => began.promise,
  dispose: () => batch.dispose(),
};
