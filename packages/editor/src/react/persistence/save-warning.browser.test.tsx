import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { initialState } from '../../schema/initial-state.ts';
import { builtInRegistries } from '../../registry/registries.ts';
import { SaveWarning } from './save-warning.tsx';
import { readProject } from '../../persistence/project-file.ts';
import { draw, exampleSegmentation } from '../../testing/example-project.ts';
import { createAutosave } from '../../persistence/autosave.ts';
import { createProjectStore } from '../../persistence/project-store.ts';

const store = createProjectStore({ databaseName: 'save-warning-test' });
const autosave = createAutosave(store);

const saved: { name: string; file: Promise<Blob> }[] = [];

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

async function drawWarning() {
  const file = await draw('image/jpeg', '#c83214');
  const document = createImageDocument({ file, name: 'cat.jpg', url: URL.createObjectURL(file) });
  const segmentation = await exampleSegmentation();
  autosave.saveDocument(document, segmentation);
  const i18n = await createI18n('en', ['tool', 'errors', 'common', 'editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <SaveWarning editor={{ document, segmentation, autosave, registries: builtInRegistries }} />
    </I18nextProvider>,
  );
  return document;
}

const warning = page.getByText('Your work isn’t being saved');
const isAskedOnLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test(
  'no warning is shown while the work is saved; after it was deleted elsewhere, the warning offers to save it as a file',
  { tags: ['long'] },
  async () => {
    const work = await drawWarning();
    await vi.waitFor(() => expect(autosave.stateOf(work).getState()).toBe('saved'));
    expect(warning.query()).toBeNull();
    await store.removeAll();
    work.history.commit('color', { ...initialState, background: { kind: 'color', color: '#000000' } });
    await expect.element(warning).toBeVisible();
    await expect.element(page.getByText(/was removed from this browser/)).toBeVisible();
    expect(isAskedOnLeaving()).toBe(true);
    await page.getByRole('button', { name: 'Save project' }).click();
    await expect.element(page.getByText('Project saved')).toBeVisible();
    expect(saved[0]?.name).toBe('cat.isola');
    expect((await readProject((await saved[0]?.file) ?? new Blob())).history).toEqual(work.history.dump());
    expect(isAskedOnLeaving()).toBe(false);
  },
);

test('the warning is shown at once when there is no storage, and can be dismissed', { tags: ['long'] }, async () => {
  store.close();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError');
  });
  await drawWarning();
  await expect.element(page.getByText(/doesn’t let the page save anything/)).toBeVisible();
  // There are no edits yet that could be lost.
  expect(isAskedOnLeaving()).toBe(false);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  expect(warning.query()).toBeNull();
});
