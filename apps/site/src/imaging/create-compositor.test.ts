import { afterEach, expect, test, vi } from 'vitest';

import { identity } from './affine.ts';
import type { Layer } from './backdrop/layer.ts';
import type { ToCompositor } from './compositor-protocol.ts';
import { createCompositor } from './create-compositor.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A compositor whose workers do nothing but write down what they are sent: one list for each. */
function setUp() {
  const heard: ToCompositor[][] = [];
  class Listener {
    readonly heard: ToCompositor[] = [];
    readonly terminate = () => undefined;
    readonly addEventListener = () => undefined;
    readonly removeEventListener = () => undefined;
    constructor() {
      heard.push(this.heard);
    }
    postMessage(message: ToCompositor) {
      this.heard.push(message);
    }
  }
  vi.stubGlobal('Worker', Listener);
  const [widthPx, heightPx] = [1, 1];
  const compositor = createCompositor({
    original: new Blob(['original']),
    cutout: new Blob(['cut-out']),
    matte: { data: new Uint8ClampedArray(1), widthPx, heightPx },
    workingWidthPx: widthPx,
    workingHeightPx: heightPx,
  });
  const compose = (layer: Layer) => {
    const look = {
      edits: { marks: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 },
      light: { contact: 0, drop: { strength: 0, angleDeg: 0, distance: 0, softness: 0 }, match: 0, wrap: 0 },
      placement: { toPhoto: identity, widthPx, heightPx },
      layer,
    };
    compositor.run({ kind: 'compose', look, key: '', fineness: 'draft' }, new AbortController().signal).catch(() => 0);
  };
  return { compositor, compose, heard };
}

const lie = { kind: 'picture', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0 } as const;

test('a picture is sent once, and known by its number in every job after it', () => {
  const { compositor, compose, heard } = setUp();
  const [beach, photo] = [new Blob(['beach']), new Blob(['photo'])];
  for (const blur of [10, 20]) compose({ ...lie, picture: beach, blur });
  compose({ kind: 'blur', original: photo, strength: 5 });
  compose({ kind: 'color', color: '#ffffff' });
  compose({ ...lie, picture: beach, blur: 30 });
  // Of the files themselves a worker must hear no second time.
  const files = heard[0]?.flatMap((message) => (message.kind === 'picture' ? [message] : [])) ?? [];
  expect(files.map(({ picture }) => picture)).toEqual([beach, photo]);
  const [first, second] = files.map(({ number }) => number);
  const layers = heard[0]?.flatMap((message) =>
    message.kind === 'job' && 'look' in message.job ? [message.job.look.layer] : [],
  );
  expect(layers).toEqual([
    { ...lie, picture: first, blur: 10 },
    { ...lie, picture: first, blur: 20 },
    { kind: 'blur', original: second, strength: 5 },
    { kind: 'color', color: '#ffffff' },
    { ...lie, picture: first, blur: 30 },
  ]);
  expect(first).not.toBe(second);

  compositor.close();
  compose({ ...lie, picture: beach, blur: 0 });
  expect(heard[1]?.map(({ kind }) => kind)).toEqual(['open', 'picture', 'job']);
});
