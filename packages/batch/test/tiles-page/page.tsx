import { createSegmentationSession } from '@isola/editor';
import { EditorHostProvider } from '@isola/editor/react';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';

import { createBatch } from '../../src/index.ts';
import { BatchView } from '../../src/react/index.ts';

export interface TilesBench {
  /** Adds synthetic photographs of 12 megapixels. */
  add(count: number): Promise<void>;
  /** Scrolls the tiles, or an empty list of the same height. @returns the duration of each frame, in milliseconds. */
  scroll(what: 'tiles' | 'empty', durationMs: number): Promise<readonly number[]>;
}

declare global {
  interface Window {
    tilesBench: TilesBench;
  }
}

const [widthPx, heightPx] = [4000, 3000];
/** Distance that is scrolled in a second: a quick flick of a wheel. */
const pxPerSecond = 3_000;

// No image is processed, so that only the thumbnails and the list are measured.
const batch = createBatch({ loadSegmenter: () => new Promise<never>(() => undefined), maxItems: 1000 });
const session = createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here')));
const host = { session };
const load = () => Promise.resolve(batch);

async function photo(): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // Detail everywhere, as in a photograph, so that the file takes as long to decode.
  for (let y = 0; y < heightPx; y += 20) {
    for (let x = 0; x < widthPx; x += 20) {
      context.fillStyle = `hsl(${(x * 7 + y * 13) % 360} 60% ${20 + ((x * y) % 60)}%)`;
      context.fillRect(x, y, 20, 20);
    }
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
}

function emptyList(like: HTMLElement): HTMLElement {
  const list = document.createElement('div');
  const content = document.createElement('div');
  content.style.height = `${like.scrollHeight}px`;
  list.append(content);
  const { left, top, width, height } = like.getBoundingClientRect();
  Object.assign(list.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    overflowY: 'auto',
    background: 'white',
  });
  document.body.append(list);
  return list;
}

window.tilesBench = {
  async add(count) {
    const image = await photo();
    const files = Array.from({ length: count }, (_, index) => new File([image, `${index}`], `photo-${index}.jpg`));
    await batch.add(files, { keepsDuplicates: true });
  },
  async scroll(what, durationMs) {
    const tiles = document.querySelector<HTMLElement>('[data-slot=batch-list]');
    if (!tiles) throw new Error('there is no list');
    const list = what === 'tiles' ? tiles : emptyList(tiles);
    const room = list.scrollHeight - list.clientHeight;
    const frame = () => new Promise<number>((next) => requestAnimationFrame(next));
    const frames: number[] = [];
    const startedAt = await frame();
    let before = startedAt;
    while (before - startedAt < durationMs) {
      // Down to the end, up to the beginning, and so on.
      const wayPx = ((before - startedAt) / 1_000) * pxPerSecond;
      list.scrollTop = room - Math.abs(room - (wayPx % (2 * room)));
      const now = await frame();
      frames.push(now - before);
      before = now;
    }
    if (what === 'empty') list.remove();
    return frames;
  },
};

const i18n = await createI18n('en', ['common', 'batch', 'tool', 'editor', 'messages', 'errors'], importWords);
createRoot(document.querySelector('#root') ?? document.body).render(
  <I18nextProvider i18n={i18n}>
    <EditorHostProvider host={host}>
      <BatchView load={load} maxItems={1000} heading={null} layout="page" onEvent={() => undefined} />
    </EditorHostProvider>
  </I18nextProvider>,
);
