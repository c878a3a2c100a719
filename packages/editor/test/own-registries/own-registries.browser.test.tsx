import {
  createDocumentSchema,
  createImageDocument,
  createSegmentationSession,
  type ImageSegmentation,
} from '@isola/editor';
import { EditorHostProvider, SessionView, useSessionState } from '@isola/editor/react';
import { createI18n, type Locale } from '@isola/i18n';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { packHistory, readHistory } from '../../src/persistence/saved-history.ts';
import { segmentationOf } from '../../src/testing/example-project.ts';
import '../../src/testing/styles.css';
import { loadWords } from './esperanto.ts';
import { postcard } from './postcard.ts';
import { registries } from './registries.ts';
import { stripesPanel } from './stripes/stripes-panel.tsx';

const [widthPx, heightPx] = [40, 20];
const [red, blue, yellow, white] = ['200,30,20', '0,0,255', '255,255,0', '255,255,255'];

let downloads: Promise<Blob>[] = [];

beforeEach(async () => {
  await page.viewport(1280, 800);
  downloads = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(fetch(this.href).then((answer) => answer.blob()));
  });
});

/** Returns the file of a red image and its segmentation, whose subject is the right half. */
async function segmented(): Promise<{ file: Blob; segmentation: ImageSegmentation }> {
  const drawn = (left: number) => {
    const canvas = new OffscreenCanvas(widthPx, heightPx);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = `rgb(${red})`;
    context.fillRect(left, 0, widthPx, heightPx);
    return canvas.convertToBlob();
  };
  const [file, png] = await Promise.all([drawn(0), drawn(20)]);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 20 ? 0 : 255));
  return { file, segmentation: await segmentationOf(png, { data, widthPx, heightPx }) };
}

/** Renders a page whose editor has one additional entry of each kind. */
async function openEditor(locale: Locale | 'eo') {
  const { file, segmentation } = await segmented();
  const session = createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here')));
  const image = { file, name: 'cat.png', url: URL.createObjectURL(file) };
  const document = createImageDocument(image);
  session.open(image, segmentation, document);
  const i18n = await createI18n(locale, ['editor', 'tool', 'errors', 'common'], loadWords);
  const host = { session, registries, backgroundPanels: [stripesPanel], commands: [postcard] };
  await render(
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={host}>
        <div className="flex h-dvh flex-col">
          <OpenImage />
        </div>
      </EditorHostProvider>
    </I18nextProvider>,
  );
  // The tools appear together with the editor.
  await expect.element(page.getByRole('navigation')).toBeVisible();
  return document.history;
}

function OpenImage() {
  const state = useSessionState();
  return state.state !== 'empty' && <SessionView removal={state} />;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const tool = (name: string) => page.getByRole('navigation').getByRole('button', { name });

async function command(name: string) {
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox').fill(name);
  await page.getByRole('option', { name }).click();
}

/** Downloads the file and returns its middle row: each run of pixels of one colour, with its length. */
async function writtenRow(): Promise<string[]> {
  const before = downloads.length;
  await page.getByRole('button', { name: /^Download PPM/ }).click();
  const file = await vi.waitUntil(() => downloads[before]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const end = bytes.indexOf(0x0a) + 1;
  const [magic, width = 0, height = 0] = new TextDecoder()
    .decode(bytes.subarray(0, end))
    .split(' ')
    .map((part) => Number(part) || part);
  expect(magic).toBe('P6');
  const start = end + Math.floor(Number(height) / 2) * Number(width) * 3;
  const runs: { color: string; count: number }[] = [];
  for (let at = start; at < start + Number(width) * 3; at += 3) {
    const color = bytes.subarray(at, at + 3).join();
    const last = runs.at(-1);
    if (last?.color === color) last.count += 1;
    else runs.push({ color, count: 1 });
  }
  return runs.map(({ color, count }) => `${count} × ${color}`);
}

test(
  'an additional background, encoder, edit, crop preset and command work in the editor and can be undone',
  { tags: 'long' },
  async () => {
    const history = await openEditor('en');
    const undo = (step: string) => button(`Undo: ${step}`);
    const redo = (step: string) => button(`Redo: ${step}`);

    // The encoder: its format is in the export panel and in the command menu.
    await command('File format: PPM');
    const plain = [`20 × ${white}`, `20 × ${red}`];
    expect(await writtenRow()).toEqual(plain);
    await tool('Export').click();
    await expect.element(page.getByRole('radio', { name: 'PPM' })).toBeChecked();

    // The background: its tile, its settings and its commands.
    await tool('Background').click();
    await button('Stripes').click();
    await expect.element(undo('stripes')).toBeVisible();
    await expect.element(button('Stripes')).toHaveAttribute('aria-pressed', 'true');
    const striped = [`5 × ${blue}`, `5 × ${yellow}`, `5 × ${blue}`, `5 × ${yellow}`, `20 × ${red}`];
    expect(await writtenRow()).toEqual(striped);
    page.getByRole('slider', { name: 'Stripe width' }).element().focus();
    await userEvent.keyboard('{End}');
    const twoStripes = [`20 × ${blue}`, `20 × ${red}`];
    expect(await writtenRow()).toEqual(twoStripes);
    await command('Wide stripes');
    expect(await writtenRow()).toEqual([`10 × ${blue}`, `10 × ${yellow}`, `20 × ${red}`]);
    await undo('stripes').click();
    expect(await writtenRow()).toEqual(twoStripes);

    // The edit: its command, and its own name as a step.
    await command('Fade the subject');
    await expect.element(undo('fade')).toBeVisible();
    const faded = [`20 × ${blue}`, `20 × ${yellow}`];
    expect(await writtenRow()).toEqual(faded);
    await undo('fade').click();
    expect(await writtenRow()).toEqual(twoStripes);
    await redo('fade').click();
    expect(await writtenRow()).toEqual(faded);

    // The crop preset.
    await tool('Crop').click();
    await button('1:2').click();
    await expect.element(undo('crop')).toBeVisible();
    // The crop is as high as the image, 20 px, and half as wide, about the middle.
    expect(await writtenRow()).toEqual([`10 × ${blue}`]);

    // The command, and the step that it commits.
    await undo('crop').click();
    await command('Make a postcard');
    await expect.element(undo('postcard')).toBeVisible();
    expect((await writtenRow()).map((run) => run.split(' × ')[0])).toEqual(Array(8).fill('10'));

    // The history can be read with the schema of these registries. The built-in schema refuses it as a whole.
    const stored: unknown = JSON.parse(JSON.stringify(packHistory(history.dump())));
    const steps = ['stripes', 'stripes', 'fade', 'postcard'];
    const read = readHistory(stored, createDocumentSchema(registries)).history;
    expect(read?.past.map(({ step }) => step)).toEqual([undefined, ...steps]);
    expect(read?.past).toEqual(history.dump().past);
    expect(readHistory(stored)).toEqual({ failure: 'unknown-kind' });

    for (const _ of steps) await page.getByRole('button', { name: /^Undo: / }).click();
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true');
    // The file's format is not a step, so that undo does not change it.
    expect(await writtenRow()).toEqual(plain);
    await redo('stripes').click();
    expect(await writtenRow()).toEqual(striped);
  },
);

test('the editor shows an additional language', { tags: ['long'] }, async () => {
  await openEditor('eo');
  await expect.element(tool('Fono')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Elŝuti PNG/ })).toBeVisible();
  await button('Malfokusigita originalo').click();
  await button('Malfari: malfokusigita originalo').click();
  await expect.element(button('Malfari')).toHaveAttribute('aria-disabled', 'true');
});
