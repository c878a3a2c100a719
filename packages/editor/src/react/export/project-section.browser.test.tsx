import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand';

import '../../testing/styles.css';
import { createEditor } from '../../editor.ts';
import { createImageDocument } from '../../document/image-document.ts';
import type { DocumentState } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { readProject } from '../../persistence/project-file.ts';
import { readPresetFile, presetFile } from '../../persistence/preset-file.ts';
import { draw, exampleSegmentation } from '../../testing/example-project.ts';
import { createAutosave } from '../../persistence/autosave.ts';
import type { SaveState } from '../../persistence/image-records.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { ProjectSection } from './project-section.tsx';

const store = createProjectStore({ databaseName: 'project-section-test' });
const autosave = createAutosave(store);

const saved: { name: string; file: Promise<Blob> }[] = [];
const black: DocumentState = { ...initialState, background: { kind: 'color', color: '#000000' } };

beforeEach(async () => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: fetch(this.href).then((answer) => answer.blob()) });
  });
  await store.removeAll();
});

afterEach(async () => {
  vi.restoreAllMocks();
  autosave.leave();
  await store.removeAll();
});

async function drawSection(name = 'cat.photo.jpg', shown = autosave) {
  const file = await draw('image/jpeg', '#c83214');
  const document = createImageDocument({ file, name, url: URL.createObjectURL(file) });
  const result = await exampleSegmentation();
  autosave.saveDocument(document, result);
  const i18n = await createI18n('en', ['tool', 'errors', 'common', 'editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <div style={{ width: 280 }}>
        <ProjectSection editor={createEditor({ document, segmentation: result, autosave: shown })} />
      </div>
    </I18nextProvider>,
  );
  return document;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

function choose(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('saves the current history as a project named after the image, and confirms it', { tags: ['long'] }, async () => {
  const work = await drawSection();
  work.history.commit('color', black);
  await button('Save project').click();
  await expect.element(page.getByText('Project saved')).toBeVisible();
  expect(saved[0]?.name).toBe('cat.photo.isola');
  const project = await readProject((await saved[0]?.file) ?? new Blob());
  expect(project.history).toEqual(work.history.dump());
});

test('saves a preset and applies it as one step', { tags: ['long'] }, async () => {
  const work = await drawSection('');
  work.history.commit('color', black);
  await button('Save preset').click();
  await expect.element(page.getByText('Preset saved')).toBeVisible();
  expect(saved[0]?.name).toBe('image.isola-preset');
  const file = (await saved[0]?.file) ?? new Blob();
  expect((await readPresetFile(file)).state).toEqual(black);
  work.history.undo();
  choose(new File([file], 'black.isola-preset'));
  await expect.element(page.getByText('Preset applied')).toBeVisible();
  expect(work.history.getState()).toMatchObject({ state: black, undoable: 'preset' });
});

test('a preset stores the ratio of the crop and applies it to the image', { tags: ['long'] }, async () => {
  const work = await drawSection();
  const frame = { centerX: 20, centerY: 20, widthPx: 30, heightPx: 30, angleDeg: 0, mirrored: false };
  work.history.commit('size', { ...black, crop: frame, size: { widthPx: 100, heightPx: 100 } });
  await button('Save preset').click();
  await expect.element(page.getByText('Preset saved')).toBeVisible();
  const file = (await saved[0]?.file) ?? new Blob();
  expect((await readPresetFile(file)).shape).toEqual({ ratio: 1 });
  work.history.undo();
  choose(new File([file], 'square.isola-preset'));
  await expect.element(page.getByText('Preset applied')).toBeVisible();
  // The example image is 60 × 40 px.
  expect(work.history.getState().state).toMatchObject({
    crop: { centerX: 30, centerY: 20, widthPx: 40, heightPx: 40 },
    size: { widthPx: 100, heightPx: 100 },
  });
});

test('a file that is not a preset shows an error and changes nothing', { tags: ['long'] }, async () => {
  const work = await drawSection();
  choose(new File(['words'], 'words.txt'));
  await expect.element(page.getByText(/^This isn’t a preset/)).toBeVisible();
  expect(work.history.getState().undoable).toBeUndefined();
  choose(new File([presetFile({ state: black, shape: undefined })], 'black'));
  await expect.element(page.getByText('Preset applied')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('shows how long the project stays saved in the browser', async () => {
  await drawSection();
  await expect.element(page.getByText(/for 7 days after the last change/)).toBeVisible();
});

test('the button stays at its place when the image has been saved', async () => {
  const state = createStore<SaveState>(() => 'saving');
  await drawSection('cat.jpg', { ...autosave, stateOf: () => state });
  await expect.element(page.getByText('Saving in this browser')).toBeVisible();
  const top = () => button('Save project').element().getBoundingClientRect().top;
  const before = top();
  state.setState('saved', true);
  await expect.element(page.getByText(/for 7 days after the last change/)).toBeVisible();
  expect(top()).toBe(before);
});

test('asks to save the project as a file when the browser’s storage is unavailable', async () => {
  store.close();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError');
  });
  await drawSection();
  await expect.element(page.getByText(/Save the project as a file/)).toBeVisible();
});
