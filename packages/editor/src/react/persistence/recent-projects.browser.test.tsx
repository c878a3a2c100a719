import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { SavedProject } from '../../persistence/saved-project.ts';
import { exampleSavedProject } from '../../testing/example-project.ts';
import { createAutosave } from '../../persistence/autosave.ts';
import { EmptyHost } from '../testing/empty-host.tsx';
import { createProjectStore } from '../../persistence/project-store.ts';
import { RecentProjects, type RecentProjectsProps } from './recent-projects.tsx';

const store = createProjectStore({ databaseName: 'recent-projects-test' });
const autosave = createAutosave(store);

const hourMs = 3_600_000;

beforeEach(async () => {
  await store.removeAll();
});
afterEach(async () => {
  localStorage.removeItem('recent-previews');
  await store.removeAll();
});

async function show(...photos: Partial<SavedProject>[]) {
  for (const changes of photos) await store.save(await exampleSavedProject(changes));
  const onOpen = vi.fn<RecentProjectsProps['onOpen']>();
  const importSpy = vi.fn<typeof importWords>(importWords);
  const i18n = await createI18n('en', ['tool', 'common'], importSpy);
  const { unmount } = await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost persistence={{ store, autosave }}>
        <RecentProjects onOpen={onOpen} />
      </EmptyHost>
    </I18nextProvider>,
  );
  return { onOpen, importSpy, leave: unmount };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const section = () => document.querySelector('[data-slot=recent-projects]');

test('renders nothing and loads no texts when no project is saved', async () => {
  const { importSpy } = await show();
  await store.list();
  expect(section()).toBeNull();
  expect(importSpy.mock.calls.map(([, namespace]) => namespace)).not.toContain('editor');
});

test('lists the newest project first, with its age, and opens the chosen one', { tags: ['long'] }, async () => {
  const now = Date.now();
  const { onOpen } = await show(
    { name: 'old.jpg', changedAt: now - 48 * hourMs },
    { name: '', changedAt: now - 3 * hourMs },
  );
  await expect.element(page.getByRole('heading', { name: 'Recent images' })).toBeVisible();
  const names = button(/^Open/)
    .elements()
    .map((element) => element.getAttribute('aria-label'));
  expect(names).toEqual(['Open pasted image, 3 hours ago', 'Open old.jpg, 2 days ago']);
  await button(/^Open old\.jpg/).click();
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledOnce());
  expect(onOpen.mock.calls[0]?.[0].image.name).toBe('old.jpg');
});

test('a project that is still being opened when the list disappears is not opened any more', async () => {
  const { onOpen, leave } = await show({ name: 'cat.jpg' });
  const { promise: continued, resolve: go } = Promise.withResolvers<void>();
  const { reopen } = autosave;
  const reopening = vi.spyOn(autosave, 'reopen').mockImplementation(async (id) => {
    await continued;
    return reopen(id);
  });
  await button(/^Open cat\.jpg/).click();
  await leave();
  go();
  const outcome = await reopening.mock.results[0]?.value;
  if (outcome?.outcome !== 'reopened') throw new Error('the project was not reopened');
  // A closed bitmap has no width.
  await vi.waitFor(() => expect(outcome.segmentation.cutout.width).toBe(0));
  expect(onOpen).not.toHaveBeenCalled();
  reopening.mockRestore();
});

test('previews can be hidden and stay hidden at the next visit', { tags: ['long'] }, async () => {
  const { leave } = await show({ name: 'portrait.jpg' });
  await expect.element(page.getByText('portrait.jpg')).toBeVisible();
  await vi.waitFor(() => expect(section()?.querySelector('img')).toBeTruthy());
  await button('Hide previews').click();
  expect(section()?.querySelector('img')).toBeNull();
  await leave();
  await show();
  await expect.element(button(/^Open portrait\.jpg/).getByText('portrait.jpg')).toBeVisible();
  expect(section()?.querySelector('img')).toBeNull();
  await button('Show previews').click();
  await vi.waitFor(() => expect(section()?.querySelector('img')).toBeTruthy());
});

test('images of the same name are numbered in the order in which they were opened', async () => {
  const now = Date.now();
  await show(
    { name: 'cat.jpg', openedAt: now - 2 * hourMs, changedAt: now - hourMs },
    { name: 'cat.jpg', openedAt: now - 5 * hourMs, changedAt: now - 4 * hourMs },
    { name: 'dog.jpg', openedAt: now - 6 * hourMs, changedAt: now - 6 * hourMs },
  );
  await expect.element(button(/^Open dog\.jpg/)).toBeVisible();
  const names = button(/^Open/)
    .elements()
    .map((element) => element.getAttribute('aria-label'));
  expect(names).toEqual(['Open cat.jpg (2), 1 hour ago', 'Open cat.jpg, 4 hours ago', 'Open dog.jpg, 6 hours ago']);
});

test('removing a project moves the focus to Undo, which restores the project', { tags: ['long'] }, async () => {
  await show({ name: 'one.jpg' }, { name: 'two.jpg' });
  await button('Remove one.jpg from this browser').click();
  await expect.element(page.getByText('one.jpg was removed')).toBeVisible();
  await expect.element(button('Undo')).toHaveFocus();
  await vi.waitFor(() => expect(button(/^Open one\.jpg/).elements()).toEqual([]));
  await button('Undo').click();
  await expect.element(button(/^Open one\.jpg/)).toBeVisible();
});

test('removing the last project can be undone', { tags: ['long'] }, async () => {
  await show({ name: 'one.jpg' });
  await button('Remove one.jpg from this browser').click();
  await button('Undo').click();
  await expect.element(button(/^Open one\.jpg/)).toBeVisible();
});

test('Clear all removes all projects after a confirmation', { tags: ['long'] }, async () => {
  await show({ name: 'one.jpg' }, { name: 'two.jpg' });
  await button('Clear all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button(/^Open two\.jpg/)).toBeVisible();
  await button('Clear all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click();
  await expect.element(page.getByText('Recent images cleared')).toBeVisible();
  expect(await store.list()).toMatchObject({ images: [] });
});

test('only five projects are shown until all are requested', { tags: ['long'] }, async () => {
  await show(...Array.from({ length: 10 }, (_, at) => ({ name: `${at}.jpg` })));
  await expect.element(button('Show all (10)')).toBeVisible();
  expect(button(/^Open/).elements()).toHaveLength(5);
  await button('Show all (10)').click();
  expect(button(/^Open/).elements()).toHaveLength(10);
});

test('opening a project that was removed meanwhile shows an error', { tags: ['long'] }, async () => {
  const { onOpen } = await show({ name: 'one.jpg' });
  await expect.element(button(/^Open one\.jpg/)).toBeVisible();
  vi.spyOn(store, 'load').mockResolvedValueOnce({ outcome: 'missing' });
  await button(/^Open one\.jpg/).click();
  await expect.element(page.getByText(/no longer in this browser/)).toBeVisible();
  expect(onOpen).not.toHaveBeenCalled();
});

test('the page says that a newer version of it has saved the images, and offers to load itself again', async () => {
  vi.spyOn(store, 'list').mockResolvedValue({ outcome: 'newer-version' });
  await show({ name: 'one.jpg' });
  await expect.element(page.getByText('A newer version of the page has saved your images')).toBeVisible();
  await expect.element(button('Reload the page')).toBeVisible();
  expect(document.querySelector('[data-slot=unreadable-projects]')).toBeNull();
});

test(
  'unreadable projects are listed by name, stay saved, and can be retried or removed',
  { tags: ['long'] },
  async () => {
    const listed = vi.spyOn(store, 'list').mockResolvedValue({ outcome: 'unreadable' });
    await show({ name: 'one.jpg' });
    await expect.element(page.getByText('Your saved images couldn’t be read')).toBeVisible();
    const unreadable = { id: crypto.randomUUID(), name: 'two.jpg' };
    listed.mockRestore();
    const list = store.list;
    const withOne = vi.spyOn(store, 'list').mockImplementation(async () => {
      const outcome = await list();
      return outcome.outcome === 'listed' ? { ...outcome, unreadable: [unreadable] } : outcome;
    });
    await button('Try again').click();
    await expect.element(page.getByText('One saved image couldn’t be read')).toBeVisible();
    await expect.element(page.getByText('two.jpg')).toBeVisible();
    await expect.element(button(/^Open one\.jpg/)).toBeVisible();
    withOne.mockRestore();
    await button('Remove two.jpg from this browser').click();
    await vi.waitFor(() => expect(document.querySelector('[data-slot=unreadable-projects]')).toBeNull());
    await expect.element(button(/^Open one\.jpg/)).toBeVisible();
  },
);
