import { readPsd } from 'ag-psd';
import { afterEach, expect, test } from 'vitest';

import type { Edit } from '../matte/edit-kinds.ts';
import { type MatteEdits, noEdits } from '../matte/matte-edits.ts';
import { type Compositor, createCompositor } from './create-compositor.ts';

const [widthPx, heightPx] = [240, 160];
const opened: Compositor[] = [];
afterEach(() => opened.splice(0).forEach((compositor) => compositor.close()));

type Color = readonly [red: number, green: number, blue: number];

const isSubject = (x: number) => x >= 60 && x < 220;
const isTag = (x: number, y: number) => x >= 130 && x < 150 && y >= 70 && y < 90;
const isDust = (x: number, y: number) => x >= 24 && x < 30 && y >= 70 && y < 76;
const stripes = (x: number): Color => (x % 8 < 4 ? [40, 70, 150] : [90, 120, 200]);
const ground: Color = [20, 160, 60];

/** A striped subject with a yellow tag, on green ground with a speck of red dust. */
function photoAt(x: number, y: number): Color {
  if (isTag(x, y)) return [240, 220, 40];
  if (isDust(x, y)) return [230, 30, 30];
  return isSubject(x) ? stripes(x) : ground;
}

async function open(): Promise<Compositor> {
  const image = new ImageData(widthPx, heightPx);
  const matte = new Uint8ClampedArray(widthPx * heightPx);
  for (let at = 0; at < matte.length; at += 1) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    image.data.set([...photoAt(x, y), 255], at * 4);
    matte[at] = isSubject(x) ? 255 : 0;
  }
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const compositor = createCompositor({
    image: await canvas.convertToBlob(),
    matte: { data: matte, widthPx, heightPx },
  });
  opened.push(compositor);
  return compositor;
}

/** Encodes a result as PNG and decodes it with the browser's decoder. */
async function result(compositor: Compositor, params: Partial<{ edits: MatteEdits }>) {
  const { file } = await compositor.encode(params, { format: 'png' });
  const bitmap = await createImageBitmap(file);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: new Uint8ClampedArray() };
  return (x: number, y: number) => Array.from(data.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4));
}

const overTag = { points: [140, 80, 1], sizePx: 34, showsBackground: false };
const overDust = { points: [27, 73, 1], sizePx: 14, showsBackground: true };

test('a thing on the subject is replaced by the subject’s pattern', { tags: ['long'] }, async () => {
  const compositor = await open();
  const { edit } = await compositor.retouch(noEdits, overTag);
  expect(edit).toMatchObject({ kind: 'retouch' });
  const before = await result(compositor, {});
  expect(before(140, 80)).toEqual([240, 220, 40, 255]);
  const after = await result(compositor, { edits: { ...noEdits, edits: edit ? [edit] : [] } });
  for (const [x, y] of [
    [132, 72],
    [140, 80],
    [146, 86],
  ] as const) {
    const [red = 0, green = 0, blue = 0, alpha] = after(x, y);
    const [trueRed, trueGreen, trueBlue] = stripes(x);
    expect(Math.max(Math.abs(red - trueRed), Math.abs(green - trueGreen), Math.abs(blue - trueBlue))).toBeLessThan(12);
    expect(alpha).toBe(255);
  }
  // Pixels beside the stroke are those of the photograph.
  expect(after(100, 80)).toEqual([...stripes(100), 255]);
});

test('without the edit again, the result is as before', { tags: ['long'] }, async () => {
  const compositor = await open();
  const { edit } = await compositor.retouch(noEdits, overTag);
  await result(compositor, { edits: { ...noEdits, edits: edit ? [edit] : [] } });
  const undone = await result(compositor, {});
  expect(undone(140, 80)).toEqual([240, 220, 40, 255]);
});

test('the view learns which part has changed', { tags: ['long'] }, async () => {
  const compositor = await open();
  const { edit } = await compositor.retouch(noEdits, overTag);
  const { part, withoutEffect } = await compositor.refine({ ...noEdits, edits: edit ? [edit] : [] });
  expect(withoutEffect).toEqual([]);
  // The box of a stroke has a margin of 1 px.
  expect(part?.rect).toEqual({ x: 120, y: 60, widthPx: 40, heightPx: 40 });
  part?.bitmap.close();
});

test('a thing in a background that is shown is replaced by the background', { tags: ['long'] }, async () => {
  const compositor = await open();
  const { edit } = await compositor.retouch(noEdits, overDust);
  const edits = { ...noEdits, edits: edit ? [edit] : [] };
  expect((await compositor.editMatte(edits)).data[73 * widthPx + 27]).toBe(0);
  // The second edit restores the matte there, so that the replaced photograph is seen.
  const brush = { points: [27, 73, 1], sizePx: 10, hardness: 100, opacity: 100, followsEdges: false };
  const restore: Edit = { kind: 'stroke', action: 'restore', ...brush };
  const shown = await result(compositor, {
    edits: { ...edits, edits: [...edits.edits, restore] },
  });
  expect(shown(27, 73)).toEqual([...ground, 255]);
});

test('a stroke beside the subject finds nothing when the background is not shown', { tags: ['long'] }, async () => {
  const compositor = await open();
  expect(await compositor.retouch(noEdits, { ...overDust, showsBackground: false })).toEqual({
    refusal: 'nothing-there',
  });
});

test('a stroke over half of the subject is too large', async () => {
  const compositor = await open();
  expect(await compositor.retouch(noEdits, { ...overTag, sizePx: 150 })).toEqual({ refusal: 'too-large' });
});

test('an aborted filling rejects with the reason, and the next one works', { tags: ['long'] }, async () => {
  const compositor = await open();
  const controller = new AbortController();
  const reason = new Error('stopped');
  const filling = compositor.retouch(noEdits, overTag, { signal: controller.signal });
  controller.abort(reason);
  await expect(filling).rejects.toBe(reason);
  expect((await compositor.retouch(noEdits, overTag)).edit).toBeDefined();
});

test(
  'an area that is replaced by blocks shows none of its pixels, in the subject and in the background alike',
  { tags: ['long'] },
  async () => {
    const compositor = await open();
    const area = { kind: 'ellipse', centerX: 60, centerY: 80, radiusX: 40, radiusY: 40 } as const;
    const outside = { ...area, centerX: 900 };
    const edits = await compositor.pixelate(noEdits, [area, outside]);
    expect(edits.map(({ kind }) => kind)).toEqual(['retouch']);
    const { file } = await compositor.encode({ edits: { ...noEdits, edits } }, { format: 'psd' });
    // The layer of a PSD contains the pixels that its mask hides, too.
    const subject = readPsd(await file.arrayBuffer(), { useImageData: true }).children?.at(-1);
    const at = (x: number, y: number) =>
      Array.from(subject?.imageData?.data.subarray((y * widthPx + x) * 4).slice(0, 3) ?? []);
    // In each block, neighbouring pixels are equal: the stripes of the subject are gone, and so is the dust.
    expect([at(76, 80), at(80, 82), at(84, 84)]).toEqual([at(78, 80), at(78, 80), at(78, 80)]);
    expect(at(26, 73)).not.toEqual([230, 30, 30]);
    expect(at(140, 80)).toEqual([240, 220, 40]);
    // The alpha is that of the matte.
    const after = await result(compositor, { edits: { ...noEdits, edits } });
    expect([after(40, 80)[3], after(80, 80)[3]]).toEqual([0, 255]);
  },
);
