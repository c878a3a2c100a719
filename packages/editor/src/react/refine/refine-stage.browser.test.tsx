import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { type Segmenter, SegmenterError, type SegmentOptions } from '@isola/segmenter';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../testing/styles.css';
import { type BrushTool, createBrushStore } from '../../brush/create-brush-store.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { builtInSchema } from '../../registry/document-schema.ts';
import type { DocumentState } from '../../schema/document-state.ts';
import type { SeedClick } from '../../edits/seed-click.ts';
import { initialState } from '../../schema/initial-state.ts';
import { draw, exampleSegmentation } from '../../testing/example-project.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { EmptyHost } from '../testing/empty-host.tsx';
import { RefineStage } from './refine-stage.tsx';

async function show(editor: Editor, tool: BrushTool, segment?: Segmenter['segment']) {
  const brush = createBrushStore();
  brush.set({ tool });
  const say = vi.fn<(words: string) => void>();
  const i18n = await createI18n('en', ['editor', 'tool', 'common'], importWords);
  const loadSegmenter = vi.fn<() => Promise<Pick<Segmenter, 'segment'>>>(() =>
    segment ? Promise.resolve({ segment }) : Promise.reject(new Error('nothing is segmented here')),
  );
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost loadSegmenter={loadSegmenter}>
        <div style={{ width: 400, height: 320 }}>
          <RefineStage
            editor={editor}
            store={createViewport({ padding: 8 })}
            brush={brush}
            canvasBackground="checker"
            outlined={false}
            original={false}
            onTouch={() => undefined}
            say={say}
          />
        </div>
      </EmptyHost>
    </I18nextProvider>,
  );
  return { say, loadSegmenter, brush };
}

const withMarks = (count: number): DocumentState => {
  const edits = Array.from({ length: count }, (_, x): SeedClick => ({ kind: 'seed-click', action: 'fill', x, y: -1 }));
  return { ...initialState, matte: { ...initialState.matte, edits } };
};

test('accepts edits up to the limit that can be saved, and shows a warning there', { tags: ['long'] }, async () => {
  const photo = { file: await draw('image/jpeg', '#c83214'), name: 'cat.jpg', url: '' };
  const document = createImageDocument(photo);
  const { history } = document;
  const editor = createEditor({ document, segmentation: await exampleSegmentation() });
  history.commit('fill', withMarks(1999));
  await show(editor, 'open');
  const countOf = () => history.getState().state.matte.edits.length;
  const note = page.getByText(/Stroke limit reached/);
  const press = () => page.getByRole('application').click({ position: { x: 200, y: 140 }, timeout: 5000 });
  await press();
  await expect.poll(countOf).toBe(2000);
  await expect.element(note).toBeVisible();
  await press();
  expect(countOf()).toBe(2000);
  expect(builtInSchema.parseState(history.getState().state).state).toBeDefined();
  history.undo();
  await expect.element(note).not.toBeInTheDocument();
});

/** Returns a segmenter whose prompts find that nothing is left. */
function emptyingSegmenter() {
  const asked: SegmentOptions[] = [];
  const segment = async (_: unknown, options: SegmentOptions = {}) => {
    asked.push(options);
    const { matte, ...facts } = await exampleSegmentation();
    return { ...facts, matte: { ...matte, data: new Uint8ClampedArray(matte.data.length) } };
  };
  return { segment: segment as unknown as Segmenter['segment'], asked };
}

/** @param isNew true for an image that was segmented in this page. */
async function exampleEditor(isNew = false) {
  const file = await draw('image/jpeg', '#c83214');
  const photo = { file, name: 'cat.jpg', url: '', ...(isNew && { bitmap: await createImageBitmap(file) }) };
  return createEditor({ document: createImageDocument(photo), segmentation: await exampleSegmentation() });
}

const clickStage = () => page.getByRole('application').click({ position: { x: 200, y: 140 }, timeout: 5000 });

test(
  'a clicked object is removed as one step, which undo takes back, and a second click changes nothing',
  { tags: ['long'] },
  async () => {
    const editor = await exampleEditor();
    const { history } = editor.document;
    const { segment, asked } = emptyingSegmenter();
    const { say } = await show(editor, 'remove-object', segment);
    await clickStage();
    await expect.poll(() => history.getState().undoable).toBe('remove-object');
    const [point] = asked[0]?.prompt?.points ?? [];
    expect([Math.round(point?.xPx ?? 0), point?.keep]).toEqual([30, false]);
    const shown = () => editor.rendering.editedMatte(history.getState().state.matte, new AbortController().signal);
    expect((await shown()).data.some((alpha) => alpha > 23)).toBe(false);

    await clickStage();
    await expect.poll(() => say.mock.lastCall?.[0]).toContain('Nothing changed there');
    expect(history.getState().state.matte.edits).toHaveLength(1);
    expect(asked.map(({ prompt }) => prompt?.corrected)).toEqual([false, true]);
    history.undo();
    expect((await shown()).data).toEqual(editor.segmentation.matte.data);
  },
);

test('a box asks for the object in it', { tags: ['long'] }, async () => {
  const editor = await exampleEditor();
  const { segment, asked } = emptyingSegmenter();
  await show(editor, 'remove-object', segment);
  const layer = page.getByRole('application');
  await userEvent.dragAndDrop(layer, layer, { sourcePosition: { x: 190, y: 150 }, targetPosition: { x: 215, y: 165 } });
  await expect.poll(() => editor.document.history.getState().undoable).toBe('remove-object');
  // The stage has 400 × 320 px and shows the image of 60 × 40 px in its middle, one px for each px.
  expect(asked[0]?.prompt?.box).toEqual({ leftPx: 20, topPx: 10, widthPx: 25, heightPx: 15, keep: false });
  expect(asked[0]?.prompt?.points).toBeUndefined();
});

test('a search that fails says why and can be repeated, and Escape gives a search up', { tags: ['long'] }, async () => {
  const editor = await exampleEditor();
  const { history } = editor.document;
  const { segment } = emptyingSegmenter();
  const untilAborted = ({ signal }: SegmentOptions) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  const answers = [() => Promise.reject(new SegmenterError('out-of-memory', 'no memory')), untilAborted];
  await show(
    editor,
    'remove-object',
    ((source: Blob, options: SegmentOptions) =>
      answers.shift()?.(options) ?? segment(source, options)) as Segmenter['segment'],
  );
  await clickStage();
  await expect.element(page.getByText('Not enough memory')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Looking for the object')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Looking for the object')).not.toBeInTheDocument();
  expect(history.getState().undoable).toBeUndefined();
});

test(
  'the object under a resting mouse is outlined, and a click then takes it without another search',
  { tags: ['long'] },
  async () => {
    const editor = await exampleEditor(true);
    const { history } = editor.document;
    const { segment, asked } = emptyingSegmenter();
    const { brush } = await show(editor, 'remove-object', segment);
    await page.getByRole('application').hover({ position: { x: 200, y: 140 } });
    const outline = () => document.querySelector('[data-slot=outline]');
    await expect.poll(outline).not.toBeNull();
    // The outline belongs to its tool, which a key may change while the mouse rests.
    brush.set({ tool: 'erase' });
    await expect.poll(outline).toBeNull();
    brush.set({ tool: 'remove-object' });
    await expect.poll(outline).not.toBeNull();
    await clickStage();
    await expect.poll(() => history.getState().undoable).toBe('remove-object');
    expect(asked).toHaveLength(1);
    await expect.poll(outline).toBeNull();
  },
);

test('a resting mouse loads no model for an image that was reopened with its result', { tags: ['long'] }, async () => {
  const editor = await exampleEditor();
  const { loadSegmenter } = await show(editor, 'remove-object', emptyingSegmenter().segment);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await page.getByRole('application').hover({ position: { x: 200, y: 140 } });
  vi.advanceTimersByTime(1000);
  expect(loadSegmenter).not.toHaveBeenCalled();
});
