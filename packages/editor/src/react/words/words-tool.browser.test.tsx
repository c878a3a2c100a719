import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { builtInRegistries } from '../../registry/registries.ts';
import { createSegmentationSession } from '../../session/segmentation-session.ts';
import { createWords } from '../../words/create-words.ts';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { WordsTool } from './words-tool.tsx';

beforeEach(() => localStorage.clear());

async function picture(color: string): Promise<string> {
  const canvas = new OffscreenCanvas(6, 4);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.fillStyle = color;
  context.fillRect(0, 0, 6, 4);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

/** Renders the tool with a server that answers orders by `answer`. */
async function draw(answer: (order: Record<string, unknown>) => Promise<Response> | Response) {
  const orders: Record<string, unknown>[] = [];
  const words = createWords(async (order) => {
    if (!order) return Response.json({ provider: 'Painter Inc.' });
    orders.push(order as Record<string, unknown>);
    return await answer(order as Record<string, unknown>);
  });
  const host = {
    session: createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here'))),
    loadWords: () => Promise.resolve(words),
  };
  const document = createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  const i18n = await createI18n('en', ['tool', 'editor', 'errors', 'common', 'messages'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={host}>
        <WordsTool editor={{ document, registries: builtInRegistries }} layout="bar" />
      </EditorHostProvider>
    </I18nextProvider>,
  );
  return { orders, document, state: () => document.history.getState().state };
}

const field = () => page.getByRole('textbox', { name: 'Describe the background' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const candidate = (count: number) => page.getByRole('radio', { name: `Background ${count}` });

test(
  'Enter makes four backgrounds and sets the first, and an arrow key sets the next one with its light as one step',
  { tags: ['long'] },
  async () => {
    const data = await Promise.all(['red', 'green', 'blue', 'white'].map(picture));
    const { orders, document, state } = await draw(() =>
      Response.json({
        provider: 'Painter Inc.',
        pictures: data.map((each) => ({ type: 'image/png', data: each })),
        remainingToday: 6,
      }),
    );
    await field().fill('a wooden table');
    await userEvent.keyboard('{Enter}');
    await expect.element(candidate(4)).toBeVisible();
    const { key, seed, ...rest } = orders[0] ?? {};
    expect(rest).toEqual({ words: 'a wooden table', aspect: 'square', count: 4 });
    expect(key).toMatch(/^[\da-f-]{36}$/);
    expect(Number.isInteger(seed)).toBe(true);
    await expect.element(page.getByText(/6 images are left today\./)).toBeVisible();
    await expect.element(page.getByText(/Made by Painter Inc\./)).toBeVisible();
    await expect.element(candidate(1)).toBeChecked();
    await expect.element(candidate(1)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(candidate(2)).toBeChecked();
    const [, second] = document.backgroundImageIds();
    expect(state()).toMatchObject({ background: { kind: 'picture', id: second }, light: { contact: 25 } });
    document.history.undo();
    await expect.element(candidate(1)).toBeChecked();
    document.history.undo();
    await expect.element(candidate(1)).not.toBeChecked();
    expect(state()).toMatchObject({ background: { kind: 'transparent' }, light: { contact: 0 } });
  },
);

test('a press of “Make” or “Cancel” by the keyboard leaves the focus in the form', async () => {
  await draw(() => new Promise(() => undefined));
  await field().fill('a wooden table');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button('Cancel')).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button('Generate four')).toBeVisible();
  await expect.element(field()).toHaveFocus();
});

test('an empty description shows an error at the field and sends nothing', async () => {
  const { orders } = await draw(() => Response.error());
  await button('Generate four').click();
  await expect.element(field()).toHaveAccessibleDescription(/Describe a background/);
  expect(orders).toEqual([]);
});

const refusal = (status: number, body: object, headers?: HeadersInit) => () =>
  Response.json(body, { status, ...(headers && { headers }) });

test.each([
  ['words-refused', refusal(422, { code: 'words-refused' }), 'Painter Inc. declined this description'],
  [
    'limit-visitor',
    refusal(429, { code: 'limit-reached', limit: 'day', member: false }, { 'retry-after': '7200' }),
    'come back in 2 hours',
  ],
  [
    'limit-month',
    refusal(429, { code: 'limit-reached', limit: 'month', member: true }),
    'You have used this month’s images of your plan',
  ],
  ['busy', refusal(503, { code: 'provider-busy' }, { 'retry-after': '30' }), 'Try again in 30 seconds'],
  ['timeout', refusal(504, { code: 'timeout' }), 'The image took too long'],
  ['fetch-failed', refusal(502, { code: 'provider-failed', reason: 'too-large' }), 'Couldn’t download the image'],
  ['failed', refusal(502, { code: 'provider-failed' }), 'Couldn’t generate a background'],
  ['failed', () => new Response('<!doctype html>'), 'Couldn’t generate a background'],
  ['session-ended', refusal(401, { code: 'session-invalid' }), 'Your session has ended'],
  ['network', () => Promise.reject(new TypeError('Failed to fetch')), 'The server didn’t answer'],
  [
    'unreadable',
    () => Response.json({ pictures: [{ type: 'image/png', data: btoa('no picture') }], remainingToday: 1 }),
    'Painter Inc. sent images that cannot be opened',
  ],
])('the failure %s shows its message', { tags: ['long'] }, async (code, answer, expected) => {
  await draw(answer);
  await field().fill('a beach');
  await button('Generate four').click();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(new RegExp(expected)).first()).toBeVisible();
  await expect.element(alert).toHaveAttribute('data-code', code);
  await expect.element(field()).toHaveValue('a beach');
});

test('a request shows that it was submitted, and can be cancelled', async () => {
  await draw(() => new Promise<Response>(() => {}));
  await field().fill('a beach');
  await button('Generate four').click();
  await expect.element(page.getByText(/Request submitted\. Painter Inc\. is making/)).toBeVisible();
  await button('Cancel').click();
  await expect.element(button('Generate four')).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
});

test('used descriptions are offered again and can be cleared', { tags: ['long'] }, async () => {
  const data = await picture('red');
  const { orders } = await draw(() => Response.json({ pictures: [{ type: 'image/png', data }], remainingToday: null }));
  await field().fill('an old harbour');
  await userEvent.keyboard('{Enter}');
  await button('an old harbour').click();
  await expect.poll(() => orders.length).toBe(2);
  await button('Clear').click();
  await expect.element(page.getByText('For example')).toBeVisible();
  expect(localStorage.getItem('background-words')).toBeNull();
});
