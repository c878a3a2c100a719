import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';

import { createAdminSessionStore } from '../admin-session-store.ts';
import { adminSessionKey } from '../admin-session.ts';
import { createAuthClient } from '../create-auth-client.ts';
import { createSupabase } from '../create-supabase.ts';
import { AuthProvider, useAuth, useAuthClient } from './auth-provider.tsx';
import { useAdminSession } from './use-admin-session.ts';

const user = { id: '5f1a7c52-55b4-4e6f-9d0a-2c3b8c1f7a10', email: 'mia@example.org', user_metadata: {} };

const session = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  token_type: 'bearer',
  expires_in: 3600,
  user,
};

const sessionKey = `sb-${location.hostname.split('.', 1).join()}-auth-token`;

/** Responses of the fake server, by path. */
const answers: Readonly<Record<string, unknown>> = {
  '/auth/v1/token': session,
  '/auth/v1/user': user,
  '/auth/v1/logout': {},
  '/rest/v1/user_subscriptions': [],
};

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  history.replaceState(null, '', location.pathname + location.search);
  localStorage.clear();
});

function openClient() {
  const supabase = createSupabase('', 'sb_publishable_test', {
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      return Promise.resolve(Response.json(answers[pathname] ?? null));
    },
  });
  return createAuthClient({ supabase, reload: () => undefined });
}

function Account() {
  const auth = useAuth();
  const client = useAuthClient();
  const admin = useAdminSession();
  return (
    <>
      <output>{auth.status === 'signed-in' ? `signed-in ${auth.user.email}` : auth.status}</output>
      <p>{admin?.admin.role ?? 'no admin'}</p>
      <button onClick={() => void client.signIn({ email: 'mia@example.org', password: 'x' })}>Sign in</button>
      <button onClick={() => void client.signOut()}>Sign out</button>
    </>
  );
}

async function show(client = openClient()) {
  const screen = await render(
    <StrictMode>
      <AuthProvider client={client}>
        <Account />
      </AuthProvider>
    </StrictMode>,
  );
  return { screen, client, shown: () => screen.container.querySelector('output')?.textContent };
}

/** Opens another page of this browser. This page receives a storage event for each write of the other one. */
function openOtherPage() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const storage = frame.contentWindow?.localStorage;
  if (!storage) throw new Error('The frame has no storage.');
  return { storage, close: () => frame.remove() };
}

test('signs in and out, and local storage follows', async () => {
  const { screen, shown } = await show();
  await expect.poll(shown).toBe('signed-out');
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(shown).toBe('signed-in mia@example.org');
  expect(localStorage.getItem(sessionKey)).toContain('access-1');
  await screen.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(shown).toBe('signed-out');
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

test('changes that another page makes to local storage appear here', async () => {
  const { shown } = await show();
  await expect.poll(shown).toBe('signed-out');
  const other = openOtherPage();
  other.storage.setItem(sessionKey, JSON.stringify({ ...session, received_at: Date.now() }));
  await expect.poll(shown).toBe('signed-in mia@example.org');
  other.storage.clear();
  await expect.poll(shown).toBe('signed-out');
  other.close();
});

test('a session in the address, which may be another person’s, does not sign in', async () => {
  const givenS = Math.floor(Date.now() / 1000);
  const fragment = new URLSearchParams({
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    token_type: 'bearer',
    expires_in: '3600',
    expires_at: String(givenS + 3600),
    type: 'recovery',
  });
  for (const address of [`#${fragment}`, `?${fragment}`, '?code=5f1a7c52-55b4-4e6f-9d0a-2c3b8c1f7a10']) {
    history.replaceState(null, '', location.pathname + address);
    const { shown } = await show();
    await expect.poll(shown).toBe('signed-out');
    expect(localStorage.getItem(sessionKey)).toBeNull();
  }
  history.replaceState(null, '', location.pathname);
});

test('signing out removes the administrator’s session, on the page and in local storage', async () => {
  const { screen, shown } = await show();
  await expect.poll(shown).toBe('signed-out');
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(shown).toBe('signed-in mia@example.org');
  createAdminSessionStore().write({ admin: { role: 'editor', permissions: [] }, expires_at: Date.now() + 3_600_000 });
  window.dispatchEvent(new Event('pageshow'));
  await expect.element(screen.getByText('editor')).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Sign out' }).click();
  await expect.element(screen.getByText('no admin')).toBeInTheDocument();
  expect(localStorage.getItem(adminSessionKey)).toBeNull();
});

test('an expired admin session is removed from the page and from local storage', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  localStorage.setItem(sessionKey, JSON.stringify({ ...session, received_at: Date.now() }));
  localStorage.setItem(
    adminSessionKey,
    JSON.stringify({ admin: { role: 'editor', permissions: [] }, expires_at: Date.now() + 60_000 }),
  );
  const { screen } = await show();
  await expect.element(screen.getByText('editor')).toBeInTheDocument();
  vi.advanceTimersByTime(60_000);
  await expect.element(screen.getByText('no admin')).toBeInTheDocument();
  expect(localStorage.getItem(adminSessionKey)).toBeNull();
  vi.useRealTimers();
});

test('the hooks throw outside an AuthProvider', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await expect(render(<Account />)).rejects.toThrow('AuthProvider');
});
