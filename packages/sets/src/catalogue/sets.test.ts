import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { conceptsOfSet } from '../search/concepts-of-set.ts';
import { namedColors, timesOfDay } from '../words/terms.ts';
import { loadSets } from './load-sets.ts';
import { type RenderedSet, setKinds } from './set.ts';

const folder = join(import.meta.dirname, '../../sets');
const sets = await loadSets();

const isShare = (value: number) => value >= 0 && value <= 1;
const isLight = (channels: readonly number[]) => channels.length === 3 && channels.every(isShare);

/** Returns what is wrong with a row of the catalogue. */
function faultsOf({ id, kind, tags, time, colors, horizonY, focal, nearM, ground, lights, ambient }: RenderedSet) {
  const rules = {
    id: /^[a-z\d]+(-[a-z\d]+)*$/.test(id),
    kind: setKinds.includes(kind),
    tags: tags.length > 0,
    time: time === null || timesOfDay.includes(time),
    colors: colors.length > 0 && colors.length <= 3 && colors.every((color) => namedColors.includes(color)),
    geometry: Number.isFinite(horizonY) && focal > 0 && nearM > 0,
    ground:
      ground === null ||
      (ground.cameraHeightM > 0 &&
        ground.subjectM > 0 &&
        horizonY < ground.backY &&
        ground.backY < ground.frontY &&
        ground.frontY <= 1),
    lights:
      lights.length > 0 &&
      lights.length <= 3 &&
      lights.every(({ color, strength, sizeDeg }) => isLight(color) && isShare(strength) && sizeDeg > 0),
    ambient: isLight(ambient),
  };
  return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [`${id}: ${rule}`]));
}

test('every row of the catalogue has the documented form, and words find it', () => {
  expect(sets.flatMap(faultsOf)).toEqual([]);
  expect(sets.filter((set) => conceptsOfSet(set).size === 0).map(({ id }) => id)).toEqual([]);
  const ids = sets.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted());
});

test('every set has a picture of at most 140 kB and a depth map of at most 25 kB, and there are no other files', () => {
  const files = sets.flatMap(({ id }) => [
    { name: `${id}.avif`, maxBytes: 140_000 },
    { name: `${id}.depth.webp`, maxBytes: 25_000 },
  ]);
  const wrong = files.filter(({ name, maxBytes }) => {
    const path = join(folder, name);
    return !existsSync(path) || statSync(path).size > maxBytes;
  });
  expect(wrong).toEqual([]);
  const known = new Set(files.map(({ name }) => name)).add('sets.json');
  expect(readdirSync(folder).filter((name) => !known.has(name))).toEqual([]);
});
