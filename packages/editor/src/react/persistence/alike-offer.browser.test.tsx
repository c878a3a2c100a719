import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { createAutosave } from '../../persistence/autosave.ts';
import { createProjectStore } from '../../persistence/project-store.ts';
import { initialState } from '../../schema/initial-state.ts';
import { createSegmentationSession } from '../../session/segmentation-session.ts';
import { drawLamp, type Lamp } from '../../testing/draw-lamp.ts';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { EarlierOffer } from './earlier-offer.tsx';
import { rememberRecentPreviews } from './recent-previews.ts';

const store = createProjectStore({ databaseName: 'alike-offer-test' });
const autosave = createAutosave(store);
let editor: Editor | undefined;

afterEach(async () => {
  rememberRecentPreviews(true);
  autosave.leave();
  editor?.dispose();
  await store.removeAll();
});

async function open(name: string, lamp: Lamp) {
  autosave.leave();
  const { file, segmentation } = await drawLamp(lamp);
  const image = { file, name, url: URL.createObjectURL(file) };
  autosave.saveOriginal(image);
  const document = createImageDocument(image);
  autosave.saveDocument(document, segmentation);
  await vi.waitFor(async () => {
    const list = await store.list();
    const row = list.outcome === 'listed' ? list.images.find((each) => each.name === name) : undefined;
    expect(row?.fingerprint).toBeDefined();
  });
  return { document, segmentation, image };
}

/** Renders the offer for a lamp, after another one got a blue background. */
async function show(lamp: Lamp, options: { readonly itemActions?: string } = {}) {
  const first = await open('front.png', { scale: 2 });
  first.document.history.commit('color', { ...initialState, background: { kind: 'color', color: '#2255ee' } });
  await autosave.isWorkSafe();
  const second = await open('second.png', lamp);
  editor = createEditor(second);
  const session = createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here')));
  session.resume(second.image, false);
  const host = { session, loadPersistence: () => Promise.resolve({ store, autosave }), ...options };
  const i18n = await createI18n('en', ['editor', 'tool'], importWords);
  const offer = (isBegun: boolean) => (
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={host}>
        <EarlierOffer image={second.image} editor={editor as Editor} isBegun={isBegun} />
      </EditorHostProvider>
    </I18nextProvider>
  );
  const { rerender } = await render(offer(false));
  return { session, document: second.document, begin: () => rerender(offer(true)) };
}

const sister: Lamp = { leftPx: 45, background: '#466e32' };
const button = (name: string) => page.getByRole('button', { name });
const apply = () => button('Use the same');

test('a copy is named with its thumbnail, and Continue opens the earlier work', { tags: ['long'] }, async () => {
  const { session } = await show({});
  const banner = page.getByRole('status').filter({ hasText: /another copy of this image/ });
  await expect.element(banner.getByText('front.png')).toBeVisible();
  expect(banner.element().querySelector('img')).not.toBeNull();
  await button('Continue').click();
  await vi.waitFor(() => expect(session.getState().state).toBe('done'));
  const state = session.getState();
  expect(state.state === 'done' && state.image.name).toBe('front.png');
});

test(
  'a sister hands its settings over with the keyboard, which is announced and keeps the focus in the panel',
  { tags: ['long'] },
  async () => {
    const { document, begin } = await show(sister);
    await expect.element(page.getByText('front.png')).toBeVisible();
    (apply().element() as HTMLElement).focus();
    document.history.subscribe(() => void begin());
    apply()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.element(page.getByRole('status').getByText('Background, crop and shadow applied')).toBeInTheDocument();
    expect(document.history.getState().state.background).toEqual({ kind: 'color', color: '#2255ee' });
    await expect.element(apply()).not.toBeInTheDocument();
    expect(globalThis.document.activeElement?.getAttribute('role')).toBe('status');
  },
);

test('Not now dismisses the offer of a sister and changes nothing', { tags: ['long'] }, async () => {
  const { document } = await show(sister);
  await button('Not now').click();
  await expect.element(apply()).not.toBeInTheDocument();
  expect(document.history.getState().undoable).toBeUndefined();
});

test('a sister that was deleted meanwhile is reported, and nothing changes', { tags: ['long'] }, async () => {
  const { document } = await show(sister);
  await expect.element(apply()).toBeVisible();
  await store.removeAll();
  await apply().click();
  await expect.element(page.getByRole('alert').getByText(/no longer in this browser/)).toBeVisible();
  expect(document.history.getState().undoable).toBeUndefined();
});

test('with the previews hidden, the offer shows no thumbnail', { tags: ['long'] }, async () => {
  rememberRecentPreviews(false);
  await show(sister);
  await expect.element(page.getByText('front.png')).toBeVisible();
  expect(document.querySelector('[data-code=earlier-sister] img')).toBeNull();
});

test('an item of a batch gets no offer', { tags: ['long'] }, async () => {
  await show(sister, { itemActions: 'Done' });
  expect(document.querySelector('[data-code]')).toBeNull();
});
