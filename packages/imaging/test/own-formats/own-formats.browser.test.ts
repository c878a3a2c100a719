import { type BackgroundSource, createCompositor, type Edit, type Encoding, noEdits } from '@isola/imaging';
import type { EditOf, EncodingOf, ParamsOf } from '@isola/imaging/worker';
import { expect, test } from 'vitest';

import type { fade } from './fade.ts';
import type { ppm } from './ppm.ts';
import type { stripes } from './stripes.ts';

const [widthPx, heightPx] = [8, 4];

/** Creates an image of one colour whose right half is subject. */
async function source() {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#c81e14';
  context.fillRect(0, 0, widthPx, heightPx);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 4 ? 0 : 255));
  return { image: await canvas.convertToBlob(), matte: { data, widthPx, heightPx } };
}

test('a caller’s own background and file format are rendered and encoded', { tags: ['long'] }, async () => {
  const compositor = createCompositor<BackgroundSource | ParamsOf<typeof stripes>, Encoding | EncodingOf<typeof ppm>>(
    await source(),
    {
      startWorker: () => new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module' }),
    },
  );
  const striped: ParamsOf<typeof stripes> = { kind: 'stripes', colors: ['#0000ff', '#ffff00'], widthPx: 2 };
  const { file } = await compositor.encode({ background: striped }, { format: 'ppm' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const header = 'P6 8 4 255\n';
  expect(new TextDecoder().decode(bytes.subarray(0, header.length))).toBe(header);
  const [blue, yellow, red] = [
    [0, 0, 255],
    [255, 255, 0],
    [200, 30, 20],
  ];
  const row = [blue, blue, yellow, yellow, red, red, red, red].flat();
  expect([...bytes.subarray(header.length)]).toEqual([row, row, row, row].flat());

  // The package's own backgrounds and formats are available as well.
  const plain = await compositor.encode({ background: { kind: 'color', color: '#ffffff' } }, { format: 'png' });
  expect(plain.file.type).toBe('image/png');
  compositor.close();
});

test('the params of a caller’s own background are checked by its schema', { tags: ['long'] }, async () => {
  const compositor = createCompositor<{ kind: string }>(await source(), {
    startWorker: () => new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module' }),
  });
  await expect(compositor.render({ background: { kind: 'stripes' } })).rejects.toMatchObject({
    code: 'processing-failed',
    message: expect.stringMatching('stripes[^]*colors'),
  });
  await expect(compositor.render({ background: { kind: 'dots' } })).rejects.toMatchObject({
    message: expect.stringMatching('dots'),
  });
  compositor.close();
});

test(
  'a caller’s own edit changes the matte, mixes with the package’s edits, and can be undone',
  { tags: ['long'] },
  async () => {
    const compositor = createCompositor<BackgroundSource, Encoding, Edit | EditOf<typeof fade>>(await source(), {
      startWorker: () => new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module' }),
    });
    const firstRow = async (...edits: (Edit | EditOf<typeof fade>)[]) => {
      const { data } = await compositor.editMatte({ ...noEdits, edits });
      return [...data.subarray(0, widthPx)];
    };
    const faded = { kind: 'fade', percent: 40 } as const;
    const filled: Edit = {
      kind: 'stroke',
      action: 'restore',
      points: [4, 2, 1],
      sizePx: 100,
      hardness: 100,
      opacity: 100,
      followsEdges: false,
    };
    expect(await firstRow(faded)).toEqual([0, 0, 0, 0, 153, 153, 153, 153]);
    expect(await firstRow(faded, filled)).toEqual(Array(8).fill(255));
    expect(await firstRow(faded, filled, faded)).toEqual(Array(8).fill(153));
    expect(await firstRow(faded)).toEqual([0, 0, 0, 0, 153, 153, 153, 153]);
    expect(await firstRow({ kind: 'fade', percent: 100 })).toEqual(Array(8).fill(0));
    expect(await firstRow()).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
    compositor.close();
  },
);

test(
  'an edit of an unknown kind, or with data that its schema rejects, fails only its job',
  { tags: ['long'] },
  async () => {
    const compositor = createCompositor<BackgroundSource, Encoding, { kind: string; percent?: number }>(
      await source(),
      {
        startWorker: () => new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module' }),
      },
    );
    const editedWith = (edit: { kind: string; percent?: number }) =>
      compositor.editMatte({ ...noEdits, edits: [edit] });
    await expect(editedWith({ kind: 'sharpen' })).rejects.toMatchObject({
      code: 'processing-failed',
      message: expect.stringMatching('sharpen'),
    });
    await expect(editedWith({ kind: 'fade', percent: 101 })).rejects.toMatchObject({
      code: 'processing-failed',
      message: expect.stringMatching('fade[^]*percent'),
    });
    expect((await editedWith({ kind: 'fade', percent: 0 })).data.at(-1)).toBe(255);
    compositor.close();
  },
);
