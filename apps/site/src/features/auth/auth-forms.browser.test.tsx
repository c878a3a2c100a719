import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { onlineManager } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { AuthTabs } from './auth-tabs.tsx';

let root: Root | undefined;
let place: HTMLElement;

/** Prerenders the forms for a URL without a query. `start` hydrates them for the URL with `search`. */
async function draw(search = '') {
  const i18n = await createI18n('en', ['auth', 'messages', 'common', 'pages'], importWords);
  const forms = async (address: string) => {
    const router = createRouter({
      routeTree: createRootRoute({ component: AuthTabs }),
      history: createMemoryHistory({ initialEntries: [address] }),
    });
    await router.load();
    router.ssr = { manifest: undefined };
    return (
      <I18nextProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nextProvider>
    );
  };
  place.innerHTML = renderToString(await forms('/en/auth'));
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const live = await forms(`/en/auth${search}`);
  return {
    onRecoverableError,
    start: () => {
      root = hydrateRoot(place, live, { onRecoverableError });
    },
  };
}

/** Replaces fetch with a fake account server. @param answers responses by the end of the requested path. */
function answering(answers: Record<string, () => Response>) {
  const known = { '/backend.json': () => Response.json({ url: '', publishableKey: 'sb_publishable_1' }), ...answers };
  const fetched = vi.fn<typeof fetch>(async (asked) => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.origin);
    const answer = Object.entries(known).find(([end]) => pathname.endsWith(end))?.[1];
    return answer ? answer() : Promise.reject(new TypeError('Failed to fetch'));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const emailField = () => page.getByRole('textbox', { name: 'Email' });
const passwordField = () => page.getByLabelText('Password', { exact: true });
const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  root?.unmount();
  root = undefined;
  place.remove();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test('input typed before hydration is kept and submitted', { tags: ['long'] }, async () => {
  const fetched = answering({
    '/token': () => Response.json({ error_code: 'invalid_credentials', msg: 'No' }, { status: 400 }),
  });
  const { start, onRecoverableError } = await draw();
  await userEvent.fill(emailField(), 'lin@example.com');
  await userEvent.fill(passwordField(), 'Correct-Horse-9');
  start();
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
  await vi.waitFor(() => expect(JSON.stringify(fetched.mock.calls)).toContain('Correct-Horse-9'));
  await expect.element(emailField()).toHaveValue('lin@example.com');
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test(
  'a refusal with a known code shows only the translated text and receives the focus',
  { tags: ['long'] },
  async () => {
    answering({
      '/token': () =>
        Response.json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 }),
    });
    const { start } = await draw();
    start();
    await userEvent.fill(emailField(), 'lin@example.com');
    await userEvent.fill(passwordField(), 'wrong');
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
    const notice = page.getByRole('group', { name: 'Wrong email or password' });
    await expect.element(notice).toHaveFocus();
    await expect.element(toast('Sign-in failed').getByText('Wrong email or password')).toBeVisible();
    expect(document.body.textContent).not.toContain('Invalid login credentials');
    await expect.element(passwordField()).toHaveValue('wrong');
  },
);

test(
  '`?mode=register` opens the registration form, which explains why a password is too weak',
  { tags: ['long'] },
  async () => {
    answering({
      '/signup': () =>
        Response.json(
          {
            error_code: 'weak_password',
            msg: 'Password should be at least 10 characters.',
            weak_password: { reasons: ['length'] },
          },
          { status: 422 },
        ),
    });
    const { start, onRecoverableError } = await draw('?mode=register');
    start();
    await userEvent.fill(page.getByRole('textbox', { name: 'Username optional' }), 'Lin');
    await userEvent.fill(emailField(), 'lin@example.com');
    await userEvent.fill(passwordField(), 'abc');
    await userEvent.click(page.getByRole('button', { name: 'Register' }));
    await expect.element(passwordField()).toHaveFocus();
    await expect.element(passwordField()).toHaveAccessibleDescription(/It needs at least 10 characters\./);
    await expect.element(page.getByRole('textbox', { name: 'Username optional' })).toHaveValue('Lin');
    expect(onRecoverableError).not.toHaveBeenCalled();
  },
);

test(
  'an empty form is submitted, and a refusal with an unknown code shows the server’s message',
  { tags: ['long'] },
  async () => {
    const fetched = answering({
      '/token': () => Response.json({ error_code: 'email_missing', msg: 'An email is needed' }, { status: 400 }),
    });
    const { start } = await draw();
    start();
    await userEvent.clear(emailField());
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
    const notice = page.getByRole('group', { name: 'That did not work' });
    await expect.element(notice).toHaveFocus();
    await expect.element(notice.getByText('An email is needed')).toBeVisible();
    expect(JSON.stringify(fetched.mock.calls)).toContain('grant_type=password');
  },
);

test('the question for the code in the email is still there after a look at the other tab', async () => {
  answering({
    '/signup': () => Response.json({ id: '5d1f1b5a-0000-4000-8000-000000000000', email: 'lin@example.com' }),
  });
  const { start } = await draw('?mode=register');
  start();
  await userEvent.fill(emailField(), 'lin@example.com');
  await userEvent.fill(passwordField(), 'Correct-Horse-9');
  await userEvent.click(page.getByRole('button', { name: 'Register' }));
  const code = page.getByRole('textbox', { name: /code/i });
  await expect.element(code).toBeVisible();
  await userEvent.click(page.getByRole('tab', { name: 'Sign in' }));
  await expect.element(code).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('tab', { name: 'Register' }));
  await expect.element(code).toBeVisible();
});

test('signing in while offline shows a failure instead of waiting for a connection', async () => {
  onlineManager.setOnline(false);
  answering({});
  const { start } = await draw();
  start();
  await userEvent.fill(emailField(), 'lin@example.com');
  await userEvent.fill(passwordField(), 'Correct-Horse-9');
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByRole('group', { name: 'The server didn’t answer' })).toHaveFocus();
  await expect.element(emailField()).toHaveValue('lin@example.com');
});
