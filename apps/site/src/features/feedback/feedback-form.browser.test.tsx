import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { onlineManager } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { changeDraft, emptyDraft } from './feedback-draft.ts';
import { FeedbackForm } from './feedback-form.tsx';

const text = 'The fur of the ear came out wrong.';

let root: Root | undefined;
let place: HTMLElement;

/** Prerenders the form; `start` hydrates it. */
async function draw() {
  const i18n = await createI18n('en', ['feedback', 'messages'], importWords);
  const router = createRouter({
    routeTree: createRootRoute({ component: FeedbackForm }),
    history: createMemoryHistory({ initialEntries: ['/en/feedback'] }),
  });
  await router.load();
  router.ssr = { manifest: undefined };
  const form = (
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>
  );
  place.innerHTML = renderToString(form);
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  return {
    onRecoverableError,
    start: () => {
      root = hydrateRoot(place, form, { onRecoverableError });
    },
  };
}

const answer = (response: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(response);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

const textField = () => page.getByRole('textbox', { name: 'Your feedback' });
const send = () => page.getByRole('button', { name: 'Send feedback' });

beforeEach(() => {
  changeDraft(emptyDraft);
  place = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  root?.unmount();
  root = undefined;
  place.remove();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test('feedback form shows the saved draft after hydration, without a hydration mismatch', async () => {
  changeDraft({ text, email: 'lin@example.com' });
  const { start, onRecoverableError } = await draw();
  await expect.element(textField()).toHaveValue('');
  start();
  await expect.element(textField()).toHaveValue(text);
  await expect.element(page.getByRole('textbox', { name: /Email/ })).toHaveValue('lin@example.com');
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('feedback typed before hydration is kept and saved', { tags: ['long'] }, async () => {
  const { start } = await draw();
  await userEvent.fill(textField(), text);
  start();
  await vi.waitFor(() => expect(localStorage.getItem('feedback-draft')).toContain(text));
  await expect.element(textField()).toHaveValue(text);
});

test('feedback text stays and can be copied when the server does not accept feedback', { tags: ['long'] }, async () => {
  answer(async () => new Response('Not found', { status: 404 }));
  const { start } = await draw();
  start();
  await userEvent.fill(textField(), text);
  await userEvent.click(send());
  await expect.element(page.getByText('This installation cannot take feedback yet')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy the text' })).toBeVisible();
  await expect.element(textField()).toHaveValue(text);
  expect(localStorage.getItem('feedback-draft')).toContain(text);
});

test('sending feedback while offline shows a failure instead of waiting for a connection', async () => {
  onlineManager.setOnline(false);
  answer(async () => Promise.reject(new TypeError('Failed to fetch')));
  const { start } = await draw();
  start();
  await userEvent.fill(textField(), text);
  await userEvent.click(send());
  await expect.element(page.getByText('Nothing answered')).toBeVisible();
});

test('a feedback text that is too short is not sent, and its field receives the focus', async () => {
  const fetched = answer(async () => Response.json({}));
  const { start } = await draw();
  start();
  await userEvent.fill(textField(), 'Ear');
  await userEvent.click(send());
  await expect.element(page.getByText('at least 10 characters', { exact: false })).toBeVisible();
  await expect.element(textField()).toHaveFocus();
  expect(fetched).not.toHaveBeenCalled();
});

test('sent feedback is confirmed with the focus on the message, and form and draft are cleared', async () => {
  const fetched = answer(async () => Response.json({}));
  const { start } = await draw();
  start();
  await userEvent.fill(textField(), text);
  await userEvent.click(send());
  await expect.element(page.getByRole('status').filter({ hasText: 'Feedback submitted' })).toHaveFocus();
  await expect.element(textField()).toHaveValue('');
  expect(localStorage.getItem('feedback-draft')).toBeNull();
  const [url, init] = fetched.mock.lastCall ?? [];
  expect(url).toBe('/functions/v1/feedback');
  expect(JSON.parse(init?.body as string)).toMatchObject({ text, language: 'en', page: '/en/feedback' });
});

test(
  'feedback that is sent again after a failure has the same key, changed or confirmed feedback another',
  { tags: ['long'] },
  async () => {
    let isAvailable = false;
    const fetched = answer(async () =>
      isAvailable
        ? Response.json({ ok: true })
        : Response.json({ code: 'unavailable', message: 'Later.' }, { status: 503 }),
    );
    const { start } = await draw();
    start();
    /** Sends what the form contains. @returns the key in the request. */
    const keyOfSending = async () => {
      const before = fetched.mock.calls.length;
      await userEvent.click(send());
      await vi.waitFor(() => expect(fetched.mock.calls).toHaveLength(before + 1));
      await expect.element(send()).not.toHaveAttribute('aria-busy', 'true');
      const { key } = JSON.parse(fetched.mock.lastCall?.[1]?.body as string) as { readonly key: string };
      expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      return key;
    };
    await userEvent.fill(textField(), text);
    const first = await keyOfSending();
    expect(await keyOfSending()).toBe(first);
    await userEvent.fill(textField(), `${text} Both ears.`);
    isAvailable = true;
    const changed = await keyOfSending();
    await expect.element(textField()).toHaveValue('');
    await userEvent.fill(textField(), `${text} Both ears.`);
    const repeated = await keyOfSending();
    expect(new Set([first, changed, repeated]).size).toBe(3);
  },
);

test(
  'a draft that is changed while feedback is on its way stays when the feedback has arrived',
  { tags: ['long'] },
  async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer(() => promise);
    const { start } = await draw();
    start();
    await userEvent.fill(textField(), text);
    await userEvent.click(send());
    // Another form of this page changes the draft, as one does that was left and opened again.
    changeDraft({ text: `${text} Both ears.`, email: '' });
    resolve(Response.json({ ok: true }));
    await expect.element(page.getByRole('status').filter({ hasText: 'Feedback submitted' })).toBeVisible();
    await expect.element(textField()).toHaveValue(`${text} Both ears.`);
  },
);
