import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createAutosave } from '../../persistence/autosave.ts';
import { contentHashOf } from '../../persistence/content-hash.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { newHistory } from '../../persistence/saved-history.ts';
import type { SavedProject } from '../../persistence/saved-project.ts';
import { createSegmentationSession } from '../../session/segmentation-session.ts';
import { exampleSavedProject } from '../../testing/example-project.ts';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { EarlierOffer } from './earlier-offer.tsx';

const store = createProjectStore({ databaseName: 'earlier-offer-test' });

afterEach(async () => {
  await store.removeAll();
});

/** Renders the offer for a file that was saved before, in a session that has the file open. */
async function show(changes: Partial<SavedProject> = {}) {
  const saved = await exampleSavedProject(changes);
  await store.save({ ...saved, contentHash: await contentHashOf(saved.original) });
  const autosave = createAutosave(store);
  const session = createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here')));
  const image = { file: saved.original, name: 'cat.jpg', url: URL.createObjectURL(saved.original) };
  session.resume(image, false);
  autosave.saveOriginal(image);
  const host = { session, loadPersistence: () => Promise.resolve({ store, autosave }) };
  const i18n = await createI18n('en', ['editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={host}>
        <EarlierOffer image={image} />
      </EditorHostProvider>
    </I18nextProvider>,
  );
  return { saved, session, autosave, image };
}

const button = (name: string) => page.getByRole('button', { name });

test('Continue restores the saved history of a file that was edited before', { tags: ['long'] }, async () => {
  const { saved, session } = await show();
  await expect.element(page.getByRole('status').getByText(/^You’ve edited this image before/)).toBeVisible();
  await button('Continue').click();
  await vi.waitFor(() => expect(session.getState().state).toBe('done'));
  const state = session.getState();
  expect(state.state === 'done' && state.document.history.dump()).toEqual(saved.history);
});

test('Continue replaces no image that was opened while the earlier work was read', async () => {
  const { session, autosave } = await show();
  const { promise: continued, resolve: go } = Promise.withResolvers<void>();
  const { reopen } = autosave;
  const reopening = vi.spyOn(autosave, 'reopen').mockImplementation(async (id) => {
    await continued;
    return reopen(id);
  });
  await button('Continue').click();
  const newer = { file: new File(['newer'], 'newer.jpg'), name: 'newer.jpg', url: 'about:blank' };
  session.resume(newer, false);
  go();
  const outcome = await reopening.mock.results[0]?.value;
  if (outcome?.outcome !== 'reopened') throw new Error('the work was not reopened');
  // A closed bitmap has no width.
  await vi.waitFor(() => expect(outcome.segmentation.cutout.width).toBe(0));
  expect(session.getState()).toMatchObject({ image: newer });
});

test('Start over dismisses the offer and keeps the new image', { tags: ['long'] }, async () => {
  const { session } = await show();
  await button('Start over').click();
  expect(document.querySelector('[data-code=earlier]')).toBeNull();
  expect(session.getState().state).toBe('cancelled');
});

test('Continue with a project that was deleted meanwhile shows an error and keeps the new image', async () => {
  const { saved, session } = await show();
  await expect.element(button('Continue')).toBeVisible();
  await store.remove(saved.id);
  await button('Continue').click();
  await expect.element(page.getByRole('alert').getByText(/no longer in this browser/)).toBeVisible();
  expect(session.getState().state).toBe('cancelled');
});

test('a file that was opened before but not edited gets no offer', async () => {
  const { autosave, image } = await show({
    history: newHistory,
  });
  await vi.waitFor(() => expect(autosave.stateOfOriginal(image)?.getState()).toBe('saved'));
  expect(await store.findSame((await contentHashOf(image.file)) ?? '', '')).toMatchObject({ hasSteps: false });
  expect(document.querySelector('[data-code=earlier]')).toBeNull();
});
