import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Stroke } from './apply-stroke.ts';
import { createMatteEditor } from './create-matte-editor.ts';
import { defineEdit, type MatteRegion } from './define-edit.ts';
import { type Edit, editKinds } from './edit-kinds.ts';
import type { MatteEdits } from './matte-edits.ts';
import { differenceOf, emptyRect } from '../geometry/rect.ts';

const [widthPx, heightPx] = [200, 150];
const noTurn = async () => undefined;

function firstMatte() {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < data.length; at += 1) {
    data[at] = 128 + 100 - 4 * Math.hypot((at % widthPx) - 90, Math.floor(at / widthPx) - 70) + ((at * 7) % 5);
  }
  return data;
}

function editorOf(refineRegion = async (region: MatteRegion) => region.matte) {
  const data = firstMatte();
  const readPixels = (rect: { widthPx: number; heightPx: number }) =>
    new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4);
  return {
    first: data,
    editor: createMatteEditor({ matte: { data, widthPx, heightPx }, editKinds, readPixels, refineRegion }),
  };
}

const editsWith = (change: Partial<MatteEdits>): MatteEdits => ({
  edits: [],
  shift: 0,
  feather: 0,
  contrast: 0,
  solidify: 0,
  decontaminate: 100,
  ...change,
});

const stroke = (x: number, y: number, change: Partial<Stroke> = {}): Stroke => ({
  kind: 'stroke',
  action: 'restore',
  points: [x, y, 1, x + 20, y + 9, 1],
  sizePx: 14,
  hardness: 40,
  opacity: 70,
  followsEdges: false,
  ...change,
});

const drop: Edit = { kind: 'seed-click', action: 'drop', x: 90, y: 70 };
const fiveEdits = [stroke(20, 20), stroke(90, 70, { action: 'erase' }), stroke(150, 100), drop, stroke(60, 60)];

/** Returns the result of a new editor that has applied nothing else. */
async function fresh(change: Partial<MatteEdits>) {
  return (await editorOf().editor.apply(editsWith(change), noTurn)).data.slice();
}

test('without edits the result is the original matte, and nothing has changed', async () => {
  const { editor, first } = editorOf();
  expect(await editor.apply(editsWith({}), noTurn)).toEqual({
    data: first,
    changed: undefined,
    withoutEffect: [],
    patches: [],
  });
  expect((await editor.apply(editsWith({ decontaminate: 0 }), noTurn)).data).toBe(first);
});

describe('edits', () => {
  test('adding and removing edits in any order yields the same result as applying them at once', async () => {
    const { editor, first } = editorOf();
    const untouched = first.slice();
    for (const count of [1, 3, 5, 4, 2, 5, 0, 3, 0]) {
      // Edits that arrive in a message are equal to the previous ones, but never the same objects.
      const some = structuredClone(fiveEdits.slice(0, count));
      const { data } = await editor.apply(editsWith({ edits: some }), noTurn);
      expect(data).toEqual(await fresh({ edits: some }));
    }
    expect((await editor.apply(editsWith({}), noTurn)).data).toEqual(untouched);
    expect(first).toEqual(untouched);
  });

  test('a changed edit in the middle is detected', async () => {
    const { editor } = editorOf();
    await editor.apply(editsWith({ edits: fiveEdits }), noTurn);
    const other = fiveEdits.with(1, stroke(90, 71, { action: 'erase' }));
    expect((await editor.apply(editsWith({ edits: other }), noTurn)).data).toEqual(await fresh({ edits: other }));
  });

  test('only the changed part is reported, and equal edits change nothing', async () => {
    const { editor } = editorOf();
    const one = editsWith({ edits: fiveEdits.slice(0, 1) });
    // The rectangle is 7 px and the smooth edge around the line from (20, 20) to (40, 29).
    const rect = { x: 12, y: 12, widthPx: 36, heightPx: 25 };
    expect((await editor.apply(one, noTurn)).changed).toEqual(rect);
    expect((await editor.apply(one, noTurn)).changed).toBeUndefined();
    expect((await editor.apply(editsWith({}), noTurn)).changed).toEqual(rect);
  });

  test('only new edits are computed', async () => {
    let asked = 0;
    const { editor } = editorOf(async (region) => {
      asked += 1;
      return region.matte;
    });
    const following = [1, 2, 3].map((index) => stroke(index * 40, 50, { followsEdges: true }));
    for (let count = 1; count <= 3; count += 1)
      await editor.apply(editsWith({ edits: following.slice(0, count) }), noTurn);
    expect(asked).toBe(3);
    await editor.apply(editsWith({ edits: following.slice(0, 1) }), noTurn);
    expect(asked).toBe(3);
    await editor.apply(editsWith({ edits: following, shift: 10 }), noTurn);
    expect(asked).toBe(5);
  });

  test('edits without effect are reported', async () => {
    const { editor } = editorOf();
    const beside: Edit = { kind: 'seed-click', action: 'fill', x: 2, y: 2 };
    const outside = stroke(-300, -300);
    const some = editsWith({ edits: [beside, stroke(20, 20), outside, stroke(190, 140, { action: 'erase' })] });
    expect((await editor.apply(some, noTurn)).withoutEffect).toEqual([0, 2, 3]);
    expect((await editor.apply(editsWith({ edits: some.edits.slice(0, 2) }), noTurn)).withoutEffect).toEqual([0]);
  });

  test('many edits across the whole image are undone one by one, without applying any again', async () => {
    let asked = 0;
    const editor = createMatteEditor({
      editKinds,
      matte: { data: firstMatte(), widthPx, heightPx },
      readPixels: (rect) => new Uint8ClampedArray(rect.widthPx * rect.heightPx * 4),
      refineRegion: async (region) => {
        asked += 1;
        return region.matte;
      },
      maxUndoBytes: 8 * widthPx * heightPx,
    });
    const wide = stroke(90, 70, { sizePx: 400, opacity: 10, followsEdges: true });
    const many = Array.from({ length: 24 }, () => wide);
    const seen = new Map<number, Uint8ClampedArray>();
    for (let count = 1; count <= 24; count += 1) {
      seen.set(count, (await editor.apply(editsWith({ edits: many.slice(0, count) }), noTurn)).data.slice());
    }
    for (let count = 23; count > 0; count -= 1) {
      expect((await editor.apply(editsWith({ edits: many.slice(0, count) }), noTurn)).data).toEqual(seen.get(count));
    }
    expect(asked).toBe(24);
  });

  test('beyond the memory for undo, all edits are applied again', async () => {
    let asked = 0;
    const whole = stroke(100, 75, { sizePx: 8192, hardness: 100, opacity: 10, followsEdges: true });
    const editor = createMatteEditor({
      editKinds,
      matte: { data: new Uint8ClampedArray(widthPx * heightPx), widthPx, heightPx },
      readPixels: () => new Uint8ClampedArray(0),
      refineRegion: async (region) => {
        asked += 1;
        return region.matte;
      },
      // The editor must not store any alpha for undo.
      maxUndoBytes: 0,
    });
    const six = Array.from({ length: 6 }, () => whole);
    const values: (number | undefined)[] = [];
    for (const count of [1, 6, 4, 1, 0]) {
      values.push((await editor.apply(editsWith({ edits: six.slice(0, count) }), noTurn)).data[0]);
    }
    // Each edit moves alpha a tenth of the way to 255, rounded: 26, 49, 70, 88, 105, 120.
    expect(values).toEqual([26, 120, 88, 26, 0]);
    expect(asked).toBe(1 + 5 + 4 + 1);
  });
});

describe('edge', () => {
  test('every change of the edge is applied, and all differences are reported', async () => {
    const { editor } = editorOf();
    let before = firstMatte();
    let dirtyRect = 0;
    for (const change of [
      { shift: 15 },
      { shift: 15, edits: fiveEdits.slice(0, 2) },
      { shift: 15, edits: fiveEdits.slice(0, 3) },
      { shift: 15, edits: fiveEdits.slice(0, 1) },
      { edits: fiveEdits.slice(0, 3) },
      { feather: 30, edits: fiveEdits.slice(0, 3) },
      { feather: 30, contrast: 40, edits: fiveEdits.slice(0, 4) },
      {},
    ]) {
      const { data, changed } = await editor.apply(editsWith(change), noTurn);
      expect(data).toEqual(await fresh(change));
      for (let at = 0; at < data.length; at += 1) {
        const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
        const isTold =
          changed &&
          x >= changed.x &&
          y >= changed.y &&
          x < changed.x + changed.widthPx &&
          y < changed.y + changed.heightPx;
        if (!isTold && data[at] !== before[at]) dirtyRect += 1;
      }
      before = data.slice();
    }
    expect(dirtyRect).toBe(0);
    expect(before).toEqual(firstMatte());
  });
});

describe('aborting', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'at yield %i leaves the next call correct, and that call reports all changes',
    async (stopAt) => {
      const { editor } = editorOf();
      const before = (
        await editor.apply(editsWith({ edits: fiveEdits.slice(0, 1), feather: 10 }), noTurn)
      ).data.slice();
      let yields = 0;
      const stopping = async () => {
        yields += 1;
        if (yields === stopAt) throw new DOMException('stopped', 'AbortError');
      };
      const wanted = editsWith({ edits: fiveEdits, feather: 25, shift: 10 });
      await editor
        .apply(wanted, stopping)
        .catch((error: unknown) => expect(error).toHaveProperty('name', 'AbortError'));
      for (const next of [editsWith({ edits: fiveEdits.slice(0, 2), feather: 25, shift: 10 }), wanted]) {
        const { data } = await editor.apply(next, noTurn);
        expect(data).toEqual(await fresh(next));
      }
      const { data, changed } = await editor.apply(editsWith({ edits: fiveEdits.slice(0, 1), feather: 10 }), noTurn);
      expect(data).toEqual(before);
      expect(changed).toBeDefined();
    },
  );

  test('while the edge is edited: the next call reports what was written', async () => {
    const [width, height] = [1600, 1200];
    const data = Uint8ClampedArray.from({ length: width * height }, (_, at) => ((at % width) % 200 < 100 ? 255 : 0));
    const large = () =>
      createMatteEditor({
        editKinds,
        matte: { data, widthPx: width, heightPx: height },
        readPixels: () => new Uint8ClampedArray(0),
        refineRegion: async (region) => region.matte,
      });
    const editor = large();
    const soft = editsWith({ feather: 20 });
    const before = (await editor.apply(soft, noTurn)).data.slice();
    let yields = 0;
    const stopping = async () => {
      yields += 1;
      if (yields === 3) throw new Error('stopped');
    };
    await expect(editor.apply(editsWith({ feather: 40 }), stopping)).rejects.toThrow('stopped');
    const { data: again, changed } = await editor.apply(soft, noTurn);
    expect(differenceOf(again, before, { widthPx: width, heightPx: height })).toEqual(emptyRect);
    expect(changed).toEqual({ x: 0, y: 0, widthPx: width, heightPx: height });

    await expect(
      editor.apply(editsWith({ feather: 40 }), async () => {
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');
    const { data: softer } = await editor.apply(editsWith({ feather: 40 }), noTurn);
    const { data: expected } = await large().apply(editsWith({ feather: 40 }), noTurn);
    expect(differenceOf(softer, expected, { widthPx: width, heightPx: height })).toEqual(emptyRect);
  });

  test('a failed estimation leaves everything unchanged and can be repeated', async () => {
    let fails = true;
    const { editor } = editorOf(async (region) => {
      if (fails) throw new Error('no memory');
      return region.matte;
    });
    const following = editsWith({
      edits: [fiveEdits[0] ?? drop, stroke(90, 70, { followsEdges: true, action: 'erase' })],
    });
    await expect(editor.apply(following, noTurn)).rejects.toThrow('no memory');
    fails = false;
    const { data, changed } = await editor.apply(following, noTurn);
    expect(data).toEqual(await fresh({ edits: following.edits }));
    // The call that failed applied the first edit.
    expect(changed?.x).toBe(12);
    expect((await editor.apply(editsWith({}), noTurn)).data).toEqual(firstMatte());
  });
});

test('the writes of an edit that fails are undone', async () => {
  const data = firstMatte();
  const half = defineEdit('half', z.object({ kind: z.literal('half') }), (_, { matte, size, beforeWrite }) => {
    beforeWrite({ x: 0, y: 0, ...size });
    matte.fill(7, 0, 100);
    throw new Error('it stopped halfway');
  });
  const editor = createMatteEditor({
    matte: { data, widthPx, heightPx },
    editKinds: [...editKinds, half],
    readPixels: () => new Uint8ClampedArray(0),
    refineRegion: async (region) => region.matte,
  });
  const erased = stroke(20, 20, { action: 'erase' });
  const before = (await editor.apply(editsWith({ edits: [erased] }), noTurn)).data.slice();
  await expect(editor.apply({ ...editsWith({}), edits: [erased, { kind: 'half' }] }, noTurn)).rejects.toThrow(
    'halfway',
  );
  expect((await editor.apply(editsWith({ edits: [erased] }), noTurn)).data).toEqual(before);
});
