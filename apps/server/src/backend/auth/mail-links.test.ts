/** @module-tag long */
import { createHash, randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { codeIn, linkIn, startTestServer, type TestServer } from '../testing/test-server.ts';

/** Server whose mailed links and codes are used over HTTP. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ redirectOrigins: ['https://pictures.example'] });
}, 180_000);
afterAll(() => server.close());

const password = 'a quiet Harbour 7';
const another = 'another Harbour 8';
let lastMember = 0;

function newAddress(): string {
  lastMember += 1;
  return `reader-${lastMember}@isola.example`;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(path: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: path === 'user' ? 'PUT' : 'POST',
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Creates a browser whose requests for emails contain the challenge of its verifier (RFC 7636). */
function openBrowser() {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  };
  return {
    signUp: (email: string, data: object = {}, chosen = password) =>
      post('signup', { email, password: chosen, data, ...challenge }),
    ask: (path: 'recover' | 'otp', email: string) => post(path, { email, ...challenge }),
    resend: (email: string) => post('resend', { type: 'signup', email, ...challenge }),
    /** Uses the link of the newest email, as the button of its page does. */
    press: async (email: string, more: object = {}) => {
      const { token, type } = linkIn(await server.mailTo(email));
      return post('verify', { type, token_hash: token, code_verifier: verifier, ...more });
    },
    type: (email: string, type: string, token: string, more: object = {}) =>
      post('verify', { type, email, token, code_verifier: verifier, ...more }),
    verifier,
  };
}

const signIn = (email: string, typed: string) => post('token?grant_type=password', { email, password: typed });
const isSession = ({ body }: Answer) => 'access_token' in body && 'refresh_token' in body;
const expired = { status: 403, body: { error_code: 'otp_expired' } };
const wrongBrowser = { status: 400, body: { error_code: 'bad_code_verifier' } };
const wrongPassword = { status: 400, body: { error_code: 'invalid_credentials' } };

/** Registers and confirms an account in a new browser. */
async function join() {
  const email = newAddress();
  const browser = openBrowser();
  await browser.signUp(email);
  const { body } = await browser.press(email);
  return { email, browser, token: String(body['access_token']), refreshToken: String(body['refresh_token']) };
}

describe('mailed link', () => {
  test('has a token of 256 random bits in its fragment and leads to a page in the reader’s language', async () => {
    const email = newAddress();
    await openBrowser().signUp(email, { language: 'de' });
    const first = linkIn(await server.mailTo(email));
    expect(first).toMatchObject({ page: `${server.url}/de/auth/confirm`, type: 'signup' });
    expect(Buffer.from(first.token, 'base64url')).toHaveLength(32);
    await openBrowser().ask('recover', email);
    const second = linkIn(await server.mailTo(email));
    expect(second).toMatchObject({ page: `${server.url}/de/auth/reset`, type: 'recovery' });
    expect(second.token).not.toBe(first.token);
  });

  test.each([
    ['https://pictures.example/anything?else=1', 'https://pictures.example'],
    ['https://evil.example/', null],
    ['https://pictures.example@evil.example/', null],
    ['//evil.example/', null],
    ['javascript:alert(1)', null],
  ])('requested with redirect_to=%s leads to a page of an allowed origin', async (redirectTo, origin) => {
    const email = newAddress();
    await post(`signup?redirect_to=${encodeURIComponent(redirectTo)}`, { email, password });
    expect(linkIn(await server.mailTo(email)).page).toBe(`${origin ?? server.url}/auth/confirm`);
  });

  test('cannot be replaced by a computed token, the library’s token or a stored hash, and stays valid', async () => {
    const email = newAddress();
    const browser = openBrowser();
    await browser.signUp(email);
    const mail = await server.mailTo(email);
    const computed = createHash('sha256')
      .update(email + codeIn(mail))
      .digest('hex');
    const held = (await server.client(server.secretKey).rpc('library_token', { address: email })).data as string;
    expect(held).toMatch(/^[0-9a-f]{64}$/);
    const linkHash = createHash('sha256').update(linkIn(mail).token).digest('base64url');
    const tries = [computed, held, linkHash].flatMap((token) =>
      ['signup', 'email', 'magiclink', 'recovery', 'email_change'].flatMap((type) => [
        { type, token_hash: token },
        { type, token },
        { type, email, token },
        { type, email, token, token_hash: token },
      ]),
    );
    const answers = await Promise.all(tries.map((body) => post('verify', { ...body, password: another })));
    for (const [index, answer] of answers.entries())
      expect(answer, JSON.stringify(tries[index])).toMatchObject(expired);
    for (const { type, token_hash: token } of tries) {
      const url = `${server.url}/auth/v1/verify?token=${token}&token_hash=${token}&type=${type}`;
      const got = await fetch(url, { redirect: 'manual', headers: { apikey: server.publishableKey } });
      expect([got.status, got.headers.get('location')]).toEqual([303, `${server.url}/auth/confirm`]);
    }
    for (const token of [computed, held, linkHash]) {
      for (const grant of ['pkce', 'magiclink', 'id_token']) {
        const body = { auth_code: token, code_verifier: browser.verifier, token, email };
        expect(await post(`token?grant_type=${grant}`, body)).toMatchObject({ status: 400 });
      }
    }
    expect(isSession(await browser.press(email))).toBe(true);
  });

  test('is not used up by GET, HEAD or a request for its description, and then works once', async () => {
    const email = newAddress();
    const browser = openBrowser();
    await browser.signUp(email);
    const { page, token, type } = linkIn(await server.mailTo(email));
    for (const method of ['GET', 'HEAD']) {
      await fetch(`${page}#${new URLSearchParams({ link: token, type })}`, { method });
      await fetch(`${server.url}/auth/v1/verify?token=${token}&type=${type}`, { method, redirect: 'manual' });
    }
    const seen = await post('link', { token_hash: token, code_verifier: browser.verifier });
    expect(seen).toEqual({ status: 200, body: { type: 'signup', email, is_requester: true } });
    expect((await post('link', { token_hash: token })).body).toMatchObject({ is_requester: false });
    expect(isSession(await browser.press(email))).toBe(true);
    expect(await browser.press(email)).toMatchObject(expired);
    expect(await post('link', { token_hash: token })).toMatchObject(expired);
  });

  test('works once when it is used twenty times at the same time', async () => {
    const { email, browser } = await join();
    await browser.ask('otp', email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.press(email)));
    expect(answers.filter(isSession)).toHaveLength(1);
  });

  test.each([
    [59, true],
    [60, false],
  ])('is valid for an hour, like the code of its email: after %i minutes %s', async (minutes, isValid) => {
    const { email, browser } = await join();
    for (const useMail of [
      () => browser.press(email),
      async () => browser.type(email, 'magiclink', codeIn(await server.mailTo(email))),
    ]) {
      await browser.ask('otp', email);
      const { error } = await server.client(server.secretKey).rpc('age_mail_links', { address: email, minutes });
      expect(error).toBeNull();
      const shown = await post('link', { token_hash: linkIn(await server.mailTo(email)).token });
      expect(shown).toMatchObject(isValid ? { status: 200 } : expired);
      const answer = await useMail();
      if (isValid) expect(isSession(answer)).toBe(true);
      else expect(answer).toMatchObject(expired);
    }
  });

  test('works only for its own purpose', async () => {
    const { email, browser } = await join();
    await browser.ask('otp', email);
    const { token } = linkIn(await server.mailTo(email));
    for (const type of ['signup', 'recovery', 'email_change', 'email']) {
      const body = { type, token_hash: token, code_verifier: browser.verifier, password: another };
      expect(await post('verify', body)).toMatchObject(expired);
    }
    expect(isSession(await browser.press(email))).toBe(true);
  });
});

describe('in a browser that did not request the email', () => {
  test('a confirmation requires a password, which becomes the account’s, and opens no session', async () => {
    const email = newAddress();
    await openBrowser().signUp(email);
    const elsewhere = openBrowser();
    expect(await elsewhere.press(email)).toMatchObject(wrongBrowser);
    expect(await elsewhere.press(email, { password: 'short' })).toMatchObject({ status: 422 });
    const confirmed = await elsewhere.press(email, { password: another });
    expect(confirmed).toEqual({ status: 200, body: { email, password_set: true } });
    expect(await signIn(email, password)).toMatchObject(wrongPassword);
    expect(isSession(await signIn(email, another))).toBe(true);
  });

  test('a new password can be set but opens no session', async () => {
    const { email, browser, refreshToken } = await join();
    await browser.ask('recover', email);
    const elsewhere = openBrowser();
    expect(await elsewhere.press(email)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    expect(await elsewhere.press(email, { password: 'short' })).toMatchObject({
      status: 422,
      body: { error_code: 'weak_password', weak_password: { reasons: ['length'] } },
    });
    expect(await elsewhere.press(email, { password: another })).toEqual({
      status: 200,
      body: { email, password_set: true },
    });
    expect(await signIn(email, password)).toMatchObject(wrongPassword);
    expect(isSession(await signIn(email, another))).toBe(true);
    const old = await post('token?grant_type=refresh_token', { refresh_token: refreshToken });
    expect(old, 'a session that began with the old password is signed out').toMatchObject({ status: 400 });
  });

  test('a link to sign in is refused and stays valid, and the code of the email signs in', async () => {
    const { email, browser } = await join();
    await browser.ask('otp', email);
    const elsewhere = openBrowser();
    expect(await elsewhere.press(email)).toMatchObject(wrongBrowser);
    expect(await elsewhere.press(email, { password: another })).toMatchObject(wrongBrowser);
    expect(isSession(await browser.press(email))).toBe(true);
    await browser.ask('otp', email);
    expect(isSession(await elsewhere.type(email, 'magiclink', codeIn(await server.mailTo(email))))).toBe(true);
  });

  test('a new email is confirmed but opens no session', async () => {
    const { email, token } = await join();
    const next = newAddress();
    expect((await post('user', { email: next }, token)).body).toMatchObject({ email, new_email: next });
    expect(await openBrowser().press(next)).toEqual({ status: 200, body: { email: next, password_set: false } });
    expect(await signIn(email, password)).toMatchObject(wrongPassword);
    expect(isSession(await signIn(next, password))).toBe(true);
  });
});

describe('in the browser that requested the email', () => {
  test('a new password opens a session and ends all others', async () => {
    const { email, browser, refreshToken } = await join();
    await browser.ask('recover', email);
    const answer = await browser.press(email, { password: another });
    expect(isSession(answer)).toBe(true);
    expect(answer.body).toMatchObject({ password_set: true });
    const own = await post('token?grant_type=refresh_token', { refresh_token: answer.body['refresh_token'] });
    expect(own.status).toBe(200);
    const old = await post('token?grant_type=refresh_token', { refresh_token: refreshToken });
    expect(old).toMatchObject({ status: 400 });
  });

  test('a new password is reported by an email with a link to set another one', async () => {
    const email = newAddress();
    const browser = openBrowser();
    await browser.signUp(email, { language: 'en' });
    await browser.press(email);
    await browser.ask('recover', email);
    expect((await server.mailTo(email)).subject).toBe('Reset your password');
    expect((await browser.press(email, { password: another })).status).toBe(200);
    const notice = await server.mailTo(email);
    expect(notice.subject).toBe('Your password was changed');
    expect(notice.text).toContain(`${server.url}/en/auth/forgot`);
  });

  test('a plain challenge, which pages without https send, is accepted', async () => {
    const email = newAddress();
    const verifier = randomBytes(32).toString('hex');
    await post('signup', { email, password, code_challenge: verifier, code_challenge_method: 'plain' });
    const { token, type } = linkIn(await server.mailTo(email));
    expect(isSession(await post('verify', { type, token_hash: token, code_verifier: verifier }))).toBe(true);
  });

  test('a confirmation works with any of the emails that the browser requested, and once', async () => {
    const email = newAddress();
    const browser = openBrowser();
    await browser.signUp(email);
    const first = linkIn(await server.mailTo(email));
    await browser.resend(email);
    expect(linkIn(await server.mailTo(email)).token).not.toBe(first.token);
    const body = { type: 'signup', token_hash: first.token, code_verifier: browser.verifier };
    expect(isSession(await post('verify', body))).toBe(true);
    expect(await browser.press(email), 'the other link is invalid too').toMatchObject(expired);
  });

  test('a confirmation that another browser requested again needs a password there', async () => {
    const email = newAddress();
    await openBrowser().signUp(email);
    const other = openBrowser();
    await other.resend(email);
    expect(await other.press(email)).toMatchObject(wrongBrowser);
  });
});

describe('email that another person registered', () => {
  test.each(['attacker', 'owner'])('belongs to its owner when the link of the %s is opened first', async (first) => {
    const email = newAddress();
    await openBrowser().signUp(email, { username: 'Eve' }, 'the Attackers 666');
    const attackers = linkIn(await server.mailTo(email));
    const owner = openBrowser();
    await owner.signUp(email, { username: 'Ada' });
    const open = async (which: string) =>
      which === 'theirs'
        ? post('verify', { type: 'signup', token_hash: attackers.token, code_verifier: owner.verifier })
        : owner.press(email);
    const sequence = first === 'attacker' ? ['theirs', 'own'] : ['own', 'theirs'];
    const answers = new Map<string, Answer>();
    for (const which of sequence) answers.set(which, await open(which));
    expect(answers.get('theirs')).toMatchObject(expired);
    expect(answers.get('own')?.body).toMatchObject({ user: { email, user_metadata: { username: 'Ada' } } });
    expect(await signIn(email, 'the Attackers 666')).toMatchObject(wrongPassword);
    expect(isSession(await signIn(email, password))).toBe(true);
  });

  test('is not confirmed with that person’s password when they register last', async () => {
    const email = newAddress();
    const owner = openBrowser();
    await owner.signUp(email);
    await openBrowser().signUp(email, {}, 'the Attackers 666');
    expect(await owner.press(email)).toMatchObject(wrongBrowser);
    const typed = await owner.type(email, 'signup', codeIn(await server.mailTo(email)));
    expect(typed).toMatchObject(wrongBrowser);
    expect(await owner.press(email, { password })).toMatchObject({ status: 200, body: { email } });
    expect(await signIn(email, 'the Attackers 666')).toMatchObject(wrongPassword);
    expect(isSession(await signIn(email, password))).toBe(true);
  });

  test.each(['link', 'code'])('loses that person’s password when the owner uses a %s to sign in', async (by) => {
    const email = newAddress();
    await openBrowser().signUp(email, {}, 'the Attackers 666');
    const owner = openBrowser();
    await owner.ask('otp', email);
    const mail = await server.mailTo(email);
    const answer = by === 'link' ? await owner.press(email) : await owner.type(email, 'magiclink', codeIn(mail));
    expect(isSession(answer)).toBe(true);
    expect(await signIn(email, 'the Attackers 666')).toMatchObject(wrongPassword);
  });
});

describe('mailed code', () => {
  test('signs in once with each type that supabase-js sends', async () => {
    const { email, browser } = await join();
    for (const type of ['magiclink', 'email']) {
      await browser.ask('otp', email);
      const code = codeIn(await server.mailTo(email));
      const answer = await openBrowser().type(email.toUpperCase(), type, code);
      expect(answer.body).toMatchObject({ user: { email } });
      expect(await openBrowser().type(email, type, code)).toMatchObject(expired);
    }
    await browser.ask('recover', email);
    const code = codeIn(await server.mailTo(email));
    expect(isSession(await openBrowser().type(email, 'recovery', code, { password: another }))).toBe(true);
    expect(isSession(await signIn(email, another))).toBe(true);
  });

  test('of a change of email is used with the new email', async () => {
    const { token } = await join();
    const next = newAddress();
    await post('user', { email: next }, token);
    const answer = await openBrowser().type(next, 'email_change', codeIn(await server.mailTo(next)));
    expect(answer).toEqual({ status: 200, body: { email: next, password_set: false } });
  });

  test('is invalid after five wrong attempts from any browser, while the link of its email stays valid', async () => {
    const { email, browser } = await join();
    await browser.ask('otp', email);
    const code = codeIn(await server.mailTo(email));
    const wrong = code === '000000' ? '000001' : '000000';
    for (const type of ['magiclink', 'email', 'magiclink', 'email', 'magiclink']) {
      expect(await openBrowser().type(email, type, wrong)).toMatchObject(expired);
    }
    expect(await browser.type(email, 'magiclink', code)).toMatchObject(expired);
    expect(isSession(await browser.press(email))).toBe(true);
  });

  test('counts each of several concurrent attempts', async () => {
    const { email, browser } = await join();
    await browser.ask('otp', email);
    const code = codeIn(await server.mailTo(email));
    const guesses = Array.from({ length: 40 }, (_, turn) => String((Number(code) + turn + 1) % 1_000_000));
    await Promise.all(guesses.map((guess) => openBrowser().type(email, 'email', guess.padStart(6, '0'))));
    expect(await browser.type(email, 'email', code)).toMatchObject(expired);
  });

  test('of an earlier email is refused, while the link of that email stays valid', async () => {
    const { email, browser } = await join();
    await browser.ask('otp', email);
    const earlier = await server.mailTo(email);
    await browser.ask('otp', email);
    expect(await browser.type(email, 'magiclink', codeIn(earlier))).toMatchObject(expired);
    const { token, type } = linkIn(earlier);
    expect(isSession(await post('verify', { type, token_hash: token, code_verifier: browser.verifier }))).toBe(true);
  });
});

test('a new password ends all links that were mailed before it', async () => {
  const { email, browser, token } = await join();
  await browser.ask('otp', email);
  const before = linkIn(await server.mailTo(email));
  const next = newAddress();
  await post('user', { email: next }, token);
  await browser.ask('recover', email);
  expect((await browser.press(email, { password: another })).status).toBe(200);
  for (const { token: token_hash, type } of [before, linkIn(await server.mailTo(next))]) {
    const body = { type, token_hash, code_verifier: browser.verifier };
    expect(await post('verify', body), type).toMatchObject(expired);
  }
});

test('emails are sent only to existing accounts, and requesting one creates no account', async () => {
  const stranger = newAddress();
  for (const path of ['recover', 'otp'] as const) expect((await openBrowser().ask(path, stranger)).status).toBe(200);
  await openBrowser().resend(stranger);
  await expect(server.mailTo(stranger)).rejects.toThrow('no mail');
  const { email } = await join();
  const before = await server.mailTo(email);
  await openBrowser().resend(email);
  expect(await server.mailTo(email), 'a confirmed address gets no further email').toEqual(before);
});
