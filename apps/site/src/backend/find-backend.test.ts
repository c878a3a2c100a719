import { afterEach, expect, test, vi } from 'vitest';

import { findBackend } from './find-backend.ts';

const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('findBackend asks the site’s own server for the backend’s URL and key', async () => {
  const fetched = answering(async () => Response.json({ url: '', publishableKey: 'sb_publishable_1' }));
  expect(await findBackend()).toEqual({ url: '', publishableKey: 'sb_publishable_1' });
  expect(fetched).toHaveBeenCalledWith('/backend.json', expect.anything());
});

test('findBackend uses the build’s settings without a request', async () => {
  const fetched = answering(async () => Response.json({}));
  vi.stubEnv('VITE_SUPABASE_URL', 'https://project.example');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_2');
  expect(await findBackend()).toEqual({ url: 'https://project.example', publishableKey: 'sb_publishable_2' });
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ['a server of static files', async () => new Response('Not found', { status: 404 })],
  ['a host that answers every URL with a page', async () => new Response('<!doctype html>')],
  ['a server with another backend.json', async () => Response.json({ name: 'backend' })],
])('findBackend returns null for %s', async (_, answer) => {
  answering(answer);
  expect(await findBackend()).toBeNull();
});

test.each([
  ['no server answers', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is starting', async () => new Response('', { status: 503 })],
])('findBackend fails with a network error when %s', async (_, answer) => {
  answering(answer);
  await expect(findBackend()).rejects.toMatchObject({ name: 'BackendError', code: 'network' });
});
