import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { noTone } from '@isola/imaging';
import { type Segmenter, SegmenterError } from '@isola/segmenter';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../testing/styles.css';
import { createImageDocument } from '../../document/image-document.ts';
import { layersOf, withLayers } from '../../document/layers.ts';
import { newText } from '../../document/new-layer.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { createAutosave } from '../../persistence/autosave.ts';
import type { Persistence } from '../../persistence/create-persistence.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { maxLayers } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { exampleFacts, exampleSavedProject, segmentationOf } from '../../testing/example-project.ts';
import { writeBmp } from '../../testing/write-bmp.ts';
import { EmptyHost } from '../testing/empty-host.tsx';
import { LayersPanel } from './layers-panel.tsx';

const size = { widthPx: 240, heightPx: 160 };

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Draws a picture that has a colour, in a part of it or everywhere. */
async function pictureOf(color: string, width: number, height: number, part?: Box): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  const { left, top, right, bottom } = part ?? { left: 0, top: 0, right: width, bottom: height };
  context.fillRect(left, top, right - left, bottom - top);
  return canvas.convertToBlob();
}

function matteOf(box: Box, { widthPx, heightPx } = size) {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    return x >= box.left && x < box.right && y >= box.top && y < box.bottom ? 255 : 0;
  });
  return { data, widthPx, heightPx };
}

/** A segmenter that finds a red subject of 20 px × 40 px in any image, when the test lets it. */
function testSegmenter(subject: 'found' | 'none' = 'found') {
  const found = Promise.withResolvers<void>();
  const calls: AbortSignal[] = [];
  const segment = (async (_: unknown, options: { signal: AbortSignal }) => {
    calls.push(options.signal);
    await Promise.race([
      found.promise,
      new Promise((__, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason as Error));
      }),
    ]);
    const part = { widthPx: 60, heightPx: 80 };
    const matte = matteOf(
      subject === 'found' ? { left: 30, top: 20, right: 50, bottom: 60 } : { left: 0, top: 0, right: 0, bottom: 0 },
      part,
    );
    const sharedPixels = new Uint8ClampedArray(matte.data.length * 4);
    for (const [at, alpha] of matte.data.entries()) sharedPixels.set([255, 0, 0, alpha], at * 4);
    return { ...part, ...exampleFacts, matte, sharedPixels, subject };
  }) as unknown as Segmenter['segment'];
  return { segmenter: { segment }, calls, find: () => found.resolve(), fail: (error: Error) => found.reject(error) };
}

/** Shows the panel of a grey image, whose subject is 40 px × 80 px and stands at 120 px. */
async function show(segmenter: Pick<Segmenter, 'segment'>, persistence?: Persistence): Promise<Editor> {
  const file = await pictureOf('#808080', size.widthPx, size.heightPx);
  const own = { left: 40, top: 40, right: 80, bottom: 120 };
  const cutout = await pictureOf('#808080', size.widthPx, size.heightPx, own);
  const editor = createEditor({
    document: createImageDocument({ file, name: 'mug.png', url: '' }),
    segmentation: await segmentationOf(cutout, matteOf(own)),
  });
  // A rendering follows the document while it has a listener, which the canvas is on the page.
  onTestFinished(editor.rendering.subscribe(() => undefined));
  const i18n = await createI18n('en', ['editor', 'tool', 'common', 'errors'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost loadSegmenter={() => Promise.resolve(segmenter)} {...(persistence && { persistence })}>
        <div style={{ width: 300 }}>
          <LayersPanel document={editor.document} selection={editor.layerSelection} editor={editor} />
        </div>
      </EmptyHost>
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('button', { name: 'Add another subject' })).toBeVisible();
  return editor;
}

function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>('[data-slot=subject-file]');
  const files = new DataTransfer();
  files.items.add(file);
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A stroke that erases what is above 40 px. */
const stroke = {
  kind: 'stroke',
  action: 'erase',
  points: [-20, 10, 1, 80, 10, 1],
  sizePx: 60,
  hardness: 100,
  opacity: 100,
  followsEdges: false,
};

const chairFile = async () => new File([await pictureOf('#0000ff', 60, 80)], 'chair.png', { type: 'image/png' });
const layers = ({ document }: Editor) => layersOf(document.history.getState().state);
const press = async (name: string) => {
  await expect.element(page.getByRole('button', { name, exact: true })).toBeInTheDocument();
  (page.getByRole('button', { name, exact: true }).element() as HTMLElement).click();
};

async function pixelsOf({ rendering }: Editor): Promise<(x: number, y: number) => number[]> {
  const bitmap = await createImageBitmap(await rendering.writePng(new AbortController().signal));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return (x, y) => Array.from(context.getImageData(x, y, 1, 1).data);
}

test(
  'the subject of another file is cut out, trimmed, and stands beside the own one, as one step',
  { tags: ['long'] },
  async () => {
    const { segmenter, find } = testSegmenter();
    const editor = await show(segmenter);
    choose(await chairFile());
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Add another subject' }))
      .toHaveAttribute('aria-disabled', 'true');
    find();
    await expect
      .poll(() => layers(editor))
      .toMatchObject([{ kind: 'picture', subject: { name: 'chair', castsShadow: true } }]);
    await expect.element(page.getByText('chair added')).toBeInTheDocument();
    const [layer] = layers(editor);
    const picture = layer?.kind === 'picture' ? editor.document.backgroundImage(layer.image) : undefined;
    const bitmap = await createImageBitmap(picture ?? new Blob());
    expect([bitmap.width, bitmap.height]).toEqual([20, 40]);
    // It is as high as the own subject, 80 px, and begins a gap of 6.4 px right of it.
    const at = await pixelsOf(editor);
    expect([at(60, 80), at(90, 45), at(90, 118), at(82, 80)[3]]).toEqual([
      [128, 128, 128, 255],
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      0,
    ]);
    editor.document.history.undo();
    expect(layers(editor)).toEqual([]);
  },
);

test(
  'where nothing is found, the panel says so and adds nothing, and the whole image can be added',
  { tags: ['long'] },
  async () => {
    const { segmenter, find } = testSegmenter('none');
    const editor = await show(segmenter);
    find();
    choose(await chairFile());
    await expect.element(page.getByText('No subject was found in this image.')).toBeVisible();
    expect(layers(editor)).toEqual([]);
    expect(editor.document.history.getState().undoable).toBeUndefined();
    await expect
      .element(page.getByRole('button', { name: 'Add another subject' }))
      .toHaveAttribute('aria-disabled', 'false');
    await press('Add the whole image');
    await expect.poll(() => layers(editor)).toMatchObject([{ subject: { name: 'chair' } }]);
    await expect.element(page.getByText('No subject was found in this image.')).not.toBeInTheDocument();
    // The image is blue everywhere. It is as high as the own subject, and begins a gap of 6.4 px right of it.
    const at = await pixelsOf(editor);
    expect([at(90, 45), at(140, 118)]).toEqual([
      [0, 0, 255, 255],
      [0, 0, 255, 255],
    ]);
  },
);

test(
  'a failure to add the whole image is shown with its reason, and can be tried again',
  { tags: ['long'] },
  async () => {
    const { segmenter, find } = testSegmenter('none');
    const editor = await show(segmenter);
    const { history } = editor.document;
    const { state } = history.getState();
    // The place beside the own subject depends on its matte, which is computed while there is a stroke.
    history.commit('brush', { ...state, matte: { ...state.matte, edits: [stroke] } });
    find();
    choose(await chairFile());
    await expect.element(page.getByText('No subject was found in this image.')).toBeVisible();
    vi.spyOn(editor.rendering, 'editedMatte').mockRejectedValueOnce(new SegmenterError('out-of-memory', 'no memory'));
    await press('Add the whole image');
    await expect
      .poll(() => document.querySelector('[data-slot=add-subject] [data-code]')?.getAttribute('data-code'))
      .toBe('out-of-memory');
    expect(layers(editor)).toEqual([]);
    await press('Try again');
    await expect.poll(() => layers(editor)).toMatchObject([{ subject: { name: 'chair' } }]);
  },
);

/** Pastes a file anywhere on the page. @returns whether the page's own handlers received the paste. */
function paste(file: File): boolean {
  let isReceived = false;
  const listen = () => (isReceived = true);
  document.addEventListener('paste', listen);
  const clipboardData = new DataTransfer();
  clipboardData.items.add(file);
  document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  document.removeEventListener('paste', listen);
  return isReceived;
}

test('an image that is pasted while the panel is open becomes another subject, and opens nothing', async () => {
  const { segmenter, find } = testSegmenter();
  const editor = await show(segmenter);
  find();
  expect(paste(await chairFile())).toBe(false);
  await expect.poll(() => layers(editor)).toMatchObject([{ subject: { name: 'chair' } }]);
});

test(
  'an image that is pasted while another one is cut out is not taken, and the panel says why',
  { tags: ['long'] },
  async () => {
    const { segmenter, calls, find } = testSegmenter();
    const editor = await show(segmenter);
    paste(await chairFile());
    await expect.poll(() => calls.length).toBe(1);
    paste(await chairFile());
    await expect.element(page.getByText(/because another one is still being added/)).toBeVisible();
    find();
    await expect.poll(() => layers(editor)).toHaveLength(1);
    paste(await chairFile());
    await expect.poll(() => layers(editor)).toHaveLength(2);
    await expect.element(page.getByText(/because another one is still being added/)).not.toBeInTheDocument();
    expect(calls).toHaveLength(2);
  },
);

test('an image that is pasted into a full document is not taken, and the panel says why until there is room', async () => {
  const { segmenter, calls } = testSegmenter();
  const editor = await show(segmenter);
  const { history } = editor.document;
  const texts = Array.from({ length: maxLayers }, () => newText('Sale', 'en'));
  history.commit('add-text', withLayers(history.getState().state, texts));
  await expect
    .element(page.getByRole('button', { name: 'Add another subject' }))
    .toHaveAttribute('aria-disabled', 'true');
  paste(await chairFile());
  await expect.element(page.getByText(/^The image was not added\. Delete a text/)).toBeVisible();
  history.undo();
  await expect.element(page.getByText(/^The image was not added\. Delete a text/)).not.toBeInTheDocument();
  expect(calls).toEqual([]);
});

test(
  'the subject of a recent image is added in its tone, as it was edited, and nothing is segmented',
  { tags: ['long'] },
  async () => {
    const store = createProjectStore({ databaseName: 'add-subject-test' });
    onTestFinished(async () => {
      await store.removeAll();
      store.close();
    });
    await store.removeAll();
    const box = { left: 10, top: 10, right: 50, bottom: 70 };
    const part = { widthPx: 60, heightPx: 80 };
    // The stroke has erased the upper half of a subject of 40 px × 60 px.
    const state = {
      ...initialState,
      matte: { ...initialState.matte, edits: [stroke] },
      background: { kind: 'color', color: '#ff00ff' },
      tone: { ...noTone, exposure: 1 },
    };
    await store.save(
      await exampleSavedProject({
        name: 'vase.jpg',
        original: await pictureOf('#324b64', part.widthPx, part.heightPx),
        png: await pictureOf('#324b64', part.widthPx, part.heightPx, box),
        matte: matteOf(box, part),
        history: { past: [{ state, step: undefined }], at: 0 },
      }),
    );
    const { segmenter, calls } = testSegmenter();
    const editor = await show(segmenter, { store, autosave: createAutosave(store) });
    await expect.element(page.getByRole('button', { name: /^Add vase\.jpg/ })).toBeVisible();
    (page.getByRole('button', { name: /^Add vase\.jpg/ }).element() as HTMLElement).click();
    await expect.poll(() => layers(editor)).toMatchObject([{ subject: { name: 'vase', tone: { exposure: 1 } } }]);
    expect(calls).toEqual([]);
    const [layer] = layers(editor);
    const picture = layer?.kind === 'picture' ? editor.document.backgroundImage(layer.image) : undefined;
    const bitmap = await createImageBitmap(picture ?? new Blob());
    // Below the stroke, whose lower edge is at 40 px, 30 px of the subject are left.
    expect(bitmap.width).toBe(40);
    expect(Math.abs(bitmap.height - 30)).toBeLessThanOrEqual(1);
  },
);

test(
  'the sliders of light and colour change the selected subject, each as a step of its own',
  { tags: ['long'] },
  async () => {
    const { segmenter, find } = testSegmenter();
    const editor = await show(segmenter);
    find();
    choose(await chairFile());
    await expect.poll(() => layers(editor)).toHaveLength(1);
    await expect.element(page.getByRole('slider', { name: 'Exposure' })).toBeInTheDocument();
    const slider = page.getByRole('slider', { name: 'Saturation' }).element() as HTMLElement;
    slider.focus();
    await userEvent.keyboard('{Home}');
    slider.blur();
    expect(layers(editor)).toMatchObject([{ subject: { tone: { saturation: -100, exposure: 0 } } }]);
    expect(editor.document.history.getState().state.tone).toBeUndefined();
    expect(editor.document.history.getState().undoable).toBe('saturation');
    const [red = 0, middle = 255, blue = 255] = (await pixelsOf(editor))(90, 80);
    expect(Math.max(red, middle, blue) - Math.min(red, middle, blue)).toBeLessThanOrEqual(1);
    await press('Reset');
    expect(layers(editor)[0]).not.toHaveProperty('subject.tone');
    editor.document.history.undo();
    expect(layers(editor)).toMatchObject([{ subject: { tone: { saturation: -100 } } }]);
  },
);

test('a file that is no image is refused by its own message, and never reaches the segmenter', async () => {
  const { segmenter, calls } = testSegmenter();
  const editor = await show(segmenter);
  choose(new File(['no image'], 'chair.png', { type: 'image/png' }));
  await expect
    .poll(() => document.querySelector('[data-slot=add-subject] [data-code]')?.getAttribute('data-code'))
    .toBe('unsupported-format');
  expect([calls.length, layers(editor).length]).toEqual([0, 0]);
});

test('a file of another format is converted, cut out and added, and a note says so', { tags: ['long'] }, async () => {
  const { segmenter, find } = testSegmenter();
  find();
  const editor = await show(segmenter);
  choose(await writeBmp(await pictureOf('#0000ff', 60, 80), 'chair.bmp'));
  await expect.element(page.getByRole('alert')).toMatchTextContent(/BMP is not supported/);
  await press('Convert on this device');
  await expect.poll(() => layers(editor)).toMatchObject([{ subject: { name: 'chair' } }]);
  await expect.element(page.getByText('Converted from BMP to PNG on this device')).toBeVisible();
});

test('Escape cancels, and a failure of the segmenter can be tried again', { tags: ['long'] }, async () => {
  const first = testSegmenter();
  const editor = await show(first.segmenter);
  choose(await chairFile());
  await expect.poll(() => first.calls.length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  expect(first.calls[0]?.aborted).toBe(true);
  choose(await chairFile());
  await expect.poll(() => first.calls.length).toBe(2);
  first.fail(new SegmenterError('out-of-memory', 'no memory'));
  await expect
    .poll(() => document.querySelector('[data-slot=add-subject] [data-code]')?.getAttribute('data-code'))
    .toBe('out-of-memory');
  expect(layers(editor)).toEqual([]);
  await press('Try again');
  await expect.poll(() => first.calls.length).toBe(3);
});

test('subjects are mirrored, reflected, and arranged, each as a step of its own', { tags: ['long'] }, async () => {
  const { segmenter, find } = testSegmenter();
  const editor = await show(segmenter);
  find();
  choose(await chairFile());
  await expect.poll(() => layers(editor)).toHaveLength(1);
  await expect.element(page.getByRole('switch', { name: 'Flip horizontal' })).toBeInTheDocument();
  (page.getByRole('switch', { name: 'Flip horizontal' }).element() as HTMLElement).click();
  expect(layers(editor)).toMatchObject([{ mirrored: true }]);
  (page.getByRole('switch', { name: 'Cast a shadow' }).element() as HTMLElement).click();
  expect(layers(editor)).toMatchObject([{ subject: { castsShadow: false } }]);
  const slider = () => page.getByRole('slider', { name: 'Reflection', exact: true }).element() as HTMLElement;
  slider().focus();
  await userEvent.keyboard('{PageUp}');
  slider().blur();
  expect(layers(editor)).toMatchObject([{ subject: { reflection: { length: 40 } } }]);
  expect(editor.document.history.getState().undoable).toBe('reflection');
  slider().focus();
  await userEvent.keyboard('{Home}');
  slider().blur();
  expect(layers(editor)[0]).not.toHaveProperty('subject.reflection');
  await press('Overlapping');
  expect(editor.document.history.getState().undoable).toBe('arrange-subjects');
  expect(layers(editor)).toMatchObject([{ place: 'below' }]);
  await expect.element(page.getByText('Subjects stand as a group')).toBeInTheDocument();
});

test('a press in the moment in which a subject appears arranges it at once', async () => {
  const { segmenter, find } = testSegmenter();
  const editor = await show(segmenter);
  let lastStep: string | undefined;
  // The observer is called before the browser can have decoded the picture of the subject.
  new MutationObserver((_, observer) => {
    const button = page.getByRole('button', { name: 'Overlapping' }).query();
    if (!(button instanceof HTMLElement)) return;
    observer.disconnect();
    button.click();
    // A download that is pressed now has to show the arrangement.
    lastStep = editor.document.history.getState().undoable;
  }).observe(document.body, { childList: true, subtree: true });
  find();
  choose(await chairFile());
  await expect.poll(() => lastStep).toBe('arrange-subjects');
});
