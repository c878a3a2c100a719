import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../testing/styles.css';
import { createImageDocument } from '../../document/image-document.ts';
import { layersOf, withLayers } from '../../document/layers.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { brandLogos, forgetBrandLogo, loadBrandLogos, saveBrandLogo } from '../../persistence/brand-logos.ts';
import { followDocument } from '../../persistence/follow-document.ts';
import { builtInSchema } from '../../registry/document-schema.ts';
import { segmentationOf } from '../../testing/example-project.ts';
import { writeBmp } from '../../testing/write-bmp.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { ResultStage } from '../canvas/result-stage.tsx';
import { EmptyHost } from '../testing/empty-host.tsx';
import { LayersPanel } from './layers-panel.tsx';

const size = { widthPx: 240, heightPx: 160 };

async function pictureOf(color: string, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob();
}

/** Shows the canvas and the panel of a grey image. */
async function show(): Promise<Editor> {
  const file = await pictureOf('#808080', size.widthPx, size.heightPx);
  const data = new Uint8ClampedArray(size.widthPx * size.heightPx).fill(255);
  const editor = createEditor({
    document: createImageDocument({ file, name: 'mug.png', url: '' }),
    segmentation: await segmentationOf(file, { data, ...size }),
  });
  const store = createViewport({ padding: 0 });
  const i18n = await createI18n('en', ['editor', 'tool', 'common', 'errors'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        <div style={{ width: 240, height: 160 }}>
          <ResultStage
            editor={editor}
            store={store}
            canvasBackground="checker"
            outlined={false}
            isLayered
            original={false}
            lifting={false}
            onLifted={() => undefined}
          />
        </div>
        <div style={{ width: 300 }}>
          <LayersPanel document={editor.document} selection={editor.layerSelection} />
        </div>
      </EmptyHost>
    </I18nextProvider>,
  );
  await expect.poll(() => store.getState().viewport.width).toBe(240);
  return editor;
}

const stateOf = ({ document }: Editor) => document.history.getState();
const layers = (editor: Editor) => layersOf(stateOf(editor).state);
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Presses a button once it is there. */
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeInTheDocument();
  (button(name).element() as HTMLElement).focus();
  (button(name).element() as HTMLElement).click();
}

/** Waits for the box of a layer on the canvas. In the panel, a layer has a row of the same name. */
async function boxOf(name: string): Promise<HTMLElement> {
  const find = () => document.querySelector<HTMLElement>(`[data-slot=layer-boxes] [aria-label="${name}"]`);
  await expect.poll(find).not.toBeNull();
  const found = find();
  if (!found) throw new Error('there is no box');
  return found;
}

async function addText(words: string): Promise<void> {
  await press('Add text');
  await userEvent.keyboard(words);
  await userEvent.tab();
}

async function addLogo(file?: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('[data-slot=logo-file]');
  const files = new DataTransfer();
  files.items.add(file ?? new File([await pictureOf('#ff0000', 40, 20)], 'logo.png', { type: 'image/png' }));
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
}

async function pixelOf({ rendering }: Editor, x: number, y: number): Promise<number[]> {
  const file = await rendering.writePng(new AbortController().signal);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context?.drawImage(await createImageBitmap(file), x, y, 1, 1, 0, 0, 1, 1);
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
}

test('a new text is typed at once, and typing is one step', { tags: ['long'] }, async () => {
  const editor = await show();
  await expect.element(page.getByText(/^A text, a logo or a watermark/)).toBeVisible();
  await addText('Spring sale');
  expect(layers(editor)).toMatchObject([{ kind: 'text', text: 'Spring sale', language: 'en' }]);
  expect(stateOf(editor)).toMatchObject({ undoable: 'edit-layer', isPreview: false });
  editor.document.history.undo();
  expect(layers(editor)).toMatchObject([{ text: 'Your text' }]);
  editor.document.history.undo();
  expect(layers(editor)).toEqual([]);
  await expect.element(page.getByText(/^A text, a logo or a watermark/)).toBeVisible();
});

test('words that are being typed are a step before the page may be left', { tags: ['long'] }, async () => {
  const editor = await show();
  const saved: string[] = [];
  // A document is followed before any of its panels opens.
  const stop = followDocument(
    editor.document,
    () => saved.push(JSON.stringify(editor.document.history.dump().past.at(-1))),
    () => false,
  );
  await press('Add text');
  await userEvent.keyboard('Spring sale');
  expect(stateOf(editor).isPreview).toBe(true);
  saved.length = 0;
  dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(saved[0]).toContain('Spring sale');
  stop();
  // The typing goes on if the page stays.
  await userEvent.keyboard('!');
  await userEvent.tab();
  expect(layers(editor)).toMatchObject([{ text: 'Spring sale!' }]);
});

test('a layer that is added during the drag of another one stays', { tags: ['long'] }, async () => {
  const editor = await show();
  await addText('Sale');
  const { history } = editor.document;
  const element = await boxOf('Sale');
  const send = (type: string, y: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: 100, clientY: y, isPrimary: true }),
    );
  element.setPointerCapture = () => undefined;
  send('pointerdown', 100);
  send('pointermove', 70);
  const [sale] = layersOf(history.committed());
  if (!sale) throw new Error('there is no text');
  history.commit('add-text', withLayers(history.committed(), [sale, { ...sale, id: 'second' }]));
  send('pointermove', 60);
  send('pointerup', 45);
  expect(layers(editor)).toMatchObject([{ anchor: 'center' }, { id: 'second', anchor: sale.anchor }]);
});

test('a drag moves a text as one step, and Escape during it moves nothing', { tags: ['long'] }, async () => {
  const editor = await show();
  await addText('Sale');
  const before = layers(editor);
  const element = await boxOf('Sale');
  const send = (type: string, x: number, y: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: y, isPrimary: true }),
    );
  // The pointer is not a real one, so that the browser would refuse to capture it.
  element.setPointerCapture = () => undefined;
  send('pointerdown', 100, 100);
  send('pointermove', 100, 60);
  expect(stateOf(editor).isPreview).toBe(true);
  element.focus();
  await userEvent.keyboard('{Escape}');
  expect(layers(editor)).toEqual(before);
  expect(stateOf(editor).undoable).toBe('edit-layer');
  send('pointerdown', 100, 100);
  for (const y of [90, 70, 45]) send('pointermove', 100, y);
  send('pointerup', 100, 45);
  expect(stateOf(editor)).toMatchObject({ undoable: 'move-layer', isPreview: false });
  expect(layers(editor)[0]?.anchor).toBe('center');
  editor.document.history.undo();
  expect(layers(editor)).toEqual(before);
});

test('keys move, scale and turn a layer, say where it is, and delete it', { tags: ['long'] }, async () => {
  const editor = await show();
  await addText('Sale');
  const [before] = layers(editor);
  if (!before) throw new Error('there is no layer');
  (await boxOf('Sale')).focus();
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  // 10 of the 160 px are 62.5 thousandths.
  expect((layers(editor)[0]?.offsetY ?? 0) - before.offsetY).toBeCloseTo(-62.5, 1);
  await expect
    .element(page.getByText(/^Sale: \d+\u00a0px from the left, \d+\u00a0px from the top$/))
    .toBeInTheDocument();
  await userEvent.keyboard('+');
  expect(layers(editor)[0]?.size).toBeCloseTo(before.size * 1.05, 1);
  await userEvent.keyboard('.');
  expect(layers(editor)[0]?.angleDeg).toBe(1);
  await userEvent.keyboard('{Delete}');
  expect(layers(editor)).toEqual([]);
  await expect.element(page.getByText('Sale deleted')).toBeInTheDocument();
  expect(document.activeElement).toBe(page.getByRole('region', { name: 'Canvas' }).element());
  editor.document.history.undo();
  expect(layers(editor)).toHaveLength(1);
});

test('the handles of the selected layer scale and turn it by keys', { tags: ['long'] }, async () => {
  const editor = await show();
  await addText('Sale');
  const [before] = layers(editor);
  (await boxOf('Resize Sale')).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(layers(editor)[0]?.size).toBeCloseTo((before?.size ?? 0) * 1.05, 1);
  (await boxOf('Rotate Sale')).focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(layers(editor)[0]?.angleDeg).toBe(-15);
});

test('a logo of another format is converted on the device, and a note says so', { tags: ['long'] }, async () => {
  const editor = await show();
  await addLogo(await writeBmp(await pictureOf('#ff0000', 40, 20), 'logo.bmp'));
  await expect.element(page.getByRole('alert')).toMatchTextContent(/BMP is not supported/);
  await press('Convert on this device');
  await expect.poll(() => layers(editor)).toMatchObject([{ kind: 'picture' }]);
  await expect.element(page.getByText('Converted from BMP to PNG on this device')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test(
  'a logo is in the file where the canvas shows it, and stays with its image after it was saved',
  { tags: ['long'] },
  async () => {
    const editor = await show();
    await addLogo();
    await boxOf('Logo');
    // 22 % of 160 px are 35.2 px: from 198.4 to 233.6 px across, and from 136 to 153.6 px down.
    expect(await pixelOf(editor, 215, 145)).toEqual([255, 0, 0, 255]);
    expect(await pixelOf(editor, 190, 145)).toEqual([128, 128, 128, 255]);
    (page.getByRole('radio', { name: 'Behind' }).element() as HTMLElement).click();
    expect(await pixelOf(editor, 215, 145)).toEqual([128, 128, 128, 255]);
    const stored: unknown = JSON.parse(JSON.stringify(stateOf(editor).state));
    expect(builtInSchema.parseState(stored).state).toEqual(stateOf(editor).state);
    const [layer] = layers(editor);
    expect(layer?.kind === 'picture' && editor.document.backgroundImage(layer.image)?.type).toBe('image/png');
  },
);

test(
  'layers are hidden, duplicated, reordered past the subject and deleted from the list',
  { tags: ['long'] },
  async () => {
    const editor = await show();
    await addText('One');
    await addText('Two');
    const rows = () => [...document.querySelectorAll('[data-slot=layer-list] li')].map((row) => row.textContent);
    expect(rows()).toEqual(['Two', 'One', 'Subject']);
    await press('Move down');
    expect(rows()).toEqual(['One', 'Two', 'Subject']);
    await press('Move down');
    expect(rows()).toEqual(['One', 'Subject', 'Two']);
    await press('Duplicate');
    expect(rows()).toEqual(['One', 'Subject', 'Two', 'Two']);
    await press('Hide');
    expect(rows()).toEqual(['One', 'Subject', 'Twohidden', 'Two']);
    await expect.element(button('Show')).toHaveFocus();
    await press('Delete');
    await press('Delete');
    await press('Delete');
    expect(layers(editor)).toEqual([]);
    await expect.element(button('Add text')).toHaveFocus();
  },
);

test('at the limit the buttons are off and say why', { tags: ['long'] }, async () => {
  const editor = await show();
  await addText('One');
  const [one] = layers(editor);
  if (!one) throw new Error('there is no layer');
  const all = Array.from({ length: 19 }, (_, id) => ({ ...one, id: `layer-${id}` }));
  editor.document.history.commit('add-text', withLayers(stateOf(editor).state, all));
  editor.layerSelection.select('layer-3');
  await press('Duplicate');
  expect(layers(editor)).toHaveLength(20);
  await expect.element(button('Duplicate')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Add text')).toBeDisabled();
  await expect.element(page.getByText('An image can have up to 20 texts, logos and added subjects.')).toBeVisible();
  expect(builtInSchema.parseState(stateOf(editor).state).failure).toBeUndefined();
});

test(
  'a watermark starts with a look of its own, and a switch makes it a single layer again',
  { tags: ['long'] },
  async () => {
    const editor = await show();
    await addText('Proof');
    (page.getByRole('switch').element() as HTMLElement).click();
    expect(layers(editor)).toMatchObject([{ repeat: { gap: 150 }, angleDeg: -30, opacity: 30 }]);
    await expect.element(page.getByRole('switch')).toBeChecked();
    (page.getByRole('switch').element() as HTMLElement).click();
    expect(layers(editor)[0]).not.toHaveProperty('repeat');
  },
);

test('removing a saved logo from the device moves the focus to its neighbour, and after the last one to the panel', async () => {
  // Other tests of this file have saved logos.
  await loadBrandLogos();
  for (const { id } of brandLogos.getState()) await forgetBrandLogo(id);
  for (const color of ['#ff0000', '#0000ff']) await saveBrandLogo(await pictureOf(color, 8, 8));
  await show();
  await press('Remove logo 1 from this device');
  await expect.element(button('Remove logo 2 from this device')).not.toBeInTheDocument();
  await expect.element(button('Remove logo 1 from this device')).toHaveFocus();
  await press('Remove logo 1 from this device');
  await expect.element(button('Add text')).toHaveFocus();
});
