import type { ImageSegmentation, SourceImage } from '@isola/editor';
import { draw, exampleSegmentation } from '@isola/editor/testing';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { ImageTool } from './image-tool.tsx';
import { SiteEditorHost } from './site-editor-host.tsx';
import { loadPersistence, siteSession } from './site-session.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  const i18n = await createI18n('en', ['common', 'tool', 'editor', 'errors', 'messages'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <SiteEditorHost>
        <ImageTool heading={null} layout="page" />
      </SiteEditorHost>
    </I18nextProvider>,
  );
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await siteSession.reset();
  await (await loadPersistence()).store.removeAll();
});

async function newPhoto(name: string): Promise<SourceImage> {
  const file = await draw('image/jpeg', '#c83214');
  return { file, name, url: URL.createObjectURL(file) };
}

/** Opens an image together with its result. */
async function open(name: string, result?: ImageSegmentation): Promise<SourceImage> {
  const photo = await newPhoto(name);
  siteSession.open(photo, result ?? (await exampleSegmentation()));
  await expect.element(page.getByRole('heading', { name })).toBeInTheDocument();
  await expect.element(button('Shadow & light')).toBeVisible();
  return photo;
}

function carrying(content: File | string): DataTransfer {
  const transfer = new DataTransfer();
  if (typeof content === 'string') transfer.setData('text', content);
  else transfer.items.add(content);
  return transfer;
}

function paste(content: File | string): void {
  const init = { bubbles: true, cancelable: true, clipboardData: carrying(content) };
  document.body.dispatchEvent(new ClipboardEvent('paste', init));
}

function dropOn(place: Element | null, file: File): void {
  const init = { bubbles: true, cancelable: true, dataTransfer: carrying(file) };
  for (const type of ['dragenter', 'dragover', 'drop']) place?.dispatchEvent(new DragEvent(type, init));
}

const newPicture = async () => new File([await draw('image/png', '#00ff00')], 'beach.png');

function onTable(): string {
  const now = siteSession.getState();
  return now.state === 'empty' ? '' : now.image.name;
}

test('each opened version of one project has its own editor', { tags: ['long'] }, async () => {
  await open('first.jpg', await exampleSegmentation());
  await button('Shadow & light').click();
  await expect.element(page.getByRole('slider', { name: 'Contact shadow' })).toBeVisible();
  // The second image has the same cutout.
  await open('second.jpg', await exampleSegmentation());
  await expect.element(page.getByRole('slider', { name: 'Contact shadow' })).not.toBeInTheDocument();
});

test(
  'an image pasted or dropped while the background panel is open becomes the background',
  { tags: ['long'] },
  async () => {
    await open('mug.jpg');
    const opened = siteSession.getState();
    if (opened.state !== 'done') throw new Error('no result');
    const { document } = opened;
    /** Waits until the document has `count` background images and checks that the last one is the background. */
    const liesBehind = async (count: number) => {
      await vi.waitFor(() => expect(document.backgroundImageIds().length).toBe(count));
      const id = document.backgroundImageIds().at(-1);
      expect(document.history.getState().state.background).toMatchObject({ kind: 'picture', id });
    };
    document.history.commit('color', {
      ...document.history.getState().state,
      background: { kind: 'color', color: '#ffffff' },
    });
    paste(await newPicture());
    await liesBehind(1);
    dropOn(globalThis.document.querySelector('[data-slot=session-view] canvas'), await newPicture());
    await liesBehind(2);
    expect(onTable()).toBe('mug.jpg');
    // While another panel is open, a pasted image is opened as a new image.
    await button('Shadow & light').click();
    paste(await newPicture());
    await vi.waitFor(() => expect(onTable()).toBe('beach.png'));
  },
);

test(
  'an image pasted before any edit opens as a new image even while the background panel is open',
  { tags: ['long'] },
  async () => {
    await open('mug.jpg');
    paste(await newPicture());
    await vi.waitFor(() => expect(onTable()).toBe('beach.png'));
  },
);

const address = 'https://pictures.example/cat.jpg';

function refuseAll() {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ code: 'unavailable' }, { status: 503 }));
  vi.stubGlobal('fetch', fetched);
  return () => fetched.mock.calls.filter(([, init]) => init?.body === JSON.stringify({ url: address })).length;
}

test('a URL whose image could not be fetched can be pasted again and retried', { tags: ['long'] }, async () => {
  const asked = refuseAll();
  paste(address);
  await expect.element(button('Try again')).toBeVisible();
  expect(asked()).toBe(1);
  paste(address);
  await vi.waitFor(() => expect(asked()).toBe(2));
  await button('Try again').click();
  await vi.waitFor(() => expect(asked()).toBe(3));
});
