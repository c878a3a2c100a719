import { type Size, toSrgb } from '@isola/imaging';
import { createScenePainter, moreLike, readScene, type SceneVariant, surroundingsOf, variants } from '@isola/scenes';
import { findAlike, findSets, type FittedSet, loadSets, surroundingsOfSet } from '@isola/sets';
import { openSet } from '@isola/sets/open-set';

import { type SceneBackground, sceneBackground } from '../backgrounds/scene.ts';
import { type SetBackground, setBackground } from '../backgrounds/set.ts';
import { keepSetPreview, paintSet } from '../backgrounds/set-preview.ts';
import { settingsOf } from '../backgrounds/define-background.ts';
import type {
  Aspect,
  BackgroundMaker,
  BackgroundOrder,
  MadeBackgrounds,
  PaintedCandidate,
} from './background-maker.ts';

const thumbnailSizes: Readonly<Record<Aspect, Size>> = {
  square: { widthPx: 240, heightPx: 240 },
  landscape: { widthPx: 270, heightPx: 180 },
  portrait: { widthPx: 180, heightPx: 270 },
};

/** Size of the picture of a set that is shown until the worker has rendered the set. */
const previewSize: Size = { widthPx: 640, heightPx: 480 };

/**
 * Finds rendered sets on this device, and paints scenes for words that no set shows: without a server, without a
 * limit, and at any size.
 */
export function createDeviceMaker(): BackgroundMaker {
  let last = '';
  const passed = new Set<string>();

  return {
    kind: 'device',
    name: '',
    make: async (order, signal) => {
      if (order.words !== last) passed.clear();
      last = order.words;
      const { sets, parts } = await searchSets(order, passed);
      const shot = await Promise.all(sets.map((found) => candidateOfSet(order, found)));
      signal.throwIfAborted();
      for (const { set } of sets) passed.add(set.id);
      if (shot.length >= order.count) return { candidates: shot, parts };
      const painted = await paintScenes({ ...order, count: order.count - shot.length }, signal);
      return { candidates: [...shot, ...painted.candidates], parts };
    },
  };
}

/** Finds sets that resemble the candidate of the order, or that the words ask for. */
async function searchSets({ words, count, like }: BackgroundOrder, passed: ReadonlySet<string>) {
  const catalogue = await loadSets();
  if (like?.kind !== 'painted') return findSets(catalogue, words, count, passed);
  const { id } = settingsOf(setBackground, like.background) ?? {};
  return id === undefined ? { sets: [], parts: readScene(words).parts } : findAlike(catalogue, words, id, count);
}

async function candidateOfSet(
  { words, aspect, isCutBelow }: BackgroundOrder,
  found: FittedSet,
): Promise<PaintedCandidate> {
  const { set, shown } = found;
  const adjustments = { ...found.adjustments, hasFloor: !isCutBelow };
  const surroundings = surroundingsOfSet(set, adjustments);
  const background = plain({ kind: 'set', words, id: set.id, ...adjustments, surroundings }) as SetBackground;
  const preview = { settings: background, set, adjustments, whole: await smallPictureOf(found) };
  keepSetPreview(preview);
  const { widthPx, heightPx } = thumbnailSizes[aspect];
  const thumbnail = new OffscreenCanvas(widthPx, heightPx);
  const context = thumbnail.getContext('2d');
  if (context) paintSet(preview, context, { x: 0, y: 0, width: widthPx, height: heightPx });
  return { kind: 'painted', background, shown, thumbnail: await thumbnail.convertToBlob() };
}

/** Returns a small picture of a whole set with its adjustments. */
async function smallPictureOf({ set, adjustments }: FittedSet): Promise<OffscreenCanvas> {
  const { widthPx, heightPx } = previewSize;
  const { readRow } = await openSet(set.id, adjustments, widthPx, heightPx, () => Promise.resolve());
  const picture = new ImageData(widthPx, heightPx);
  const row = new Float32Array(widthPx * 3);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    readRow(y, row);
    for (let x = 0; x < widthPx; x += 1, at += 4) {
      picture.data.set([toSrgb(row[x * 3] ?? 0), toSrgb(row[x * 3 + 1] ?? 0), toSrgb(row[x * 3 + 2] ?? 0), 255], at);
    }
  }
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  return canvas;
}

async function paintScenes(order: BackgroundOrder, signal: AbortSignal): Promise<MadeBackgrounds> {
  const { words, aspect, seed, count, like } = order;
  const known = like?.kind === 'painted' ? settingsOf(sceneBackground, like.background) : undefined;
  const { scene, parts, shown } = readScene(words);
  const chosen = known ? moreLike({ scene: known.scene, seed }, count) : variants(scene, seed, count);
  const painter = createScenePainter();
  try {
    const candidates = await Promise.all(
      chosen.map(async (variant): Promise<PaintedCandidate> => {
        const picture = await painter.paint(variant, thumbnailSizes[aspect], signal);
        return { kind: 'painted', background: backgroundOf(words, variant), shown, thumbnail: await pngOf(picture) };
      }),
    );
    return { candidates, parts };
  } finally {
    painter.close();
  }
}

function backgroundOf(words: string, { scene, seed }: SceneVariant): SceneBackground {
  const surroundings = surroundingsOf(scene, seed);
  return plain({ kind: 'scene', words, scene, seed, surroundings }) as SceneBackground;
}

/** Copies settings without undefined properties, so that a state with them compares equal after an undo. */
function plain(settings: object): unknown {
  return JSON.parse(JSON.stringify(settings));
}

async function pngOf(picture: ImageData): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  return await canvas.convertToBlob();
}
