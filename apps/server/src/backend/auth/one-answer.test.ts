/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { answerStepMs } from '../lite/even-answers.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * Server whose answers must not reveal who has an account. For an unknown, a registered and a confirmed email, the
 * status, the shape of the body, the headers and the time must be the same.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ answerStepMs });
  for (let round = 0; round <= maxRounds; round += 1) {
    await server.join(server.client(), { email: addressOf('confirmed', round), password });
    await post('signup', { email: addressOf('registered', round), password });
  }
});
afterAll(() => server.close());

const password = 'a quiet Harbour 7';
/** Rounds that are always measured. */
const minRounds = 3;
/** Rounds after which the times are judged, because other work on the machine may have delayed all earlier answers. */
const maxRounds = 8;
const kinds = ['unknown', 'registered', 'confirmed'] as const;
type Kind = (typeof kinds)[number];

/** Returns an email of constant length, so that answers that contain it have the same length. */
const addressOf = (kind: Kind, round: number) => `${kind.padEnd(10, 'x')}-${round}@isola.example`;

const routes: readonly (readonly [name: string, path: string, bodyOf: (email: string) => object])[] = [
  ['sign-in', 'token?grant_type=password', (email) => ({ email, password: 'not it at all 9' })],
  ['recover', 'recover', (email) => ({ email })],
  ['otp', 'otp', (email) => ({ email, create_user: false })],
  ['resend', 'resend', (email) => ({ type: 'signup', email })],
  ['verify', 'verify', (email) => ({ type: 'email', email, token: '000000' })],
  ['verify recovery', 'verify', (email) => ({ type: 'recovery', email, token: '000000', password })],
  // Sign-up is last, because it creates an account for the unknown email.
  ['sign-up', 'signup', (email) => ({ email, password, data: { username: 'Ada', language: 'en' } })],
];

interface Answer {
  readonly shape: unknown;
  readonly tookMs: number;
}

async function post(path: string, body: object): Promise<Answer> {
  const startMs = performance.now();
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const tookMs = performance.now() - startMs;
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { shape: { status: response.status, headers, body: shapeOf(JSON.parse(text)) }, tookMs };
}

/** Returns the value with ids, times and addresses replaced by constant texts. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
  }
  if (typeof value !== 'string') return value;
  return value
    .replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'an id')
    .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/, 'a time')
    .replace(/^\w+-\d+@isola\.example$/, 'an address');
}

test.each(routes)(
  '%s returns the same answer after the same time for each kind of email',
  { tags: ['long'] },
  async (_name, path, bodyOf) => {
    const answers = new Map<Kind, Answer[]>(kinds.map((kind) => [kind, []]));
    // The fastest answer is compared, because other work on the machine can only delay an answer.
    const quickestMs = () => kinds.map((kind) => Math.min(...(answers.get(kind) ?? []).map(({ tookMs }) => tookMs)));
    // Answers are sent every 250 ms. If the work ends close to such a moment, two of them may be one step apart.
    const areEven = () => Math.max(...quickestMs()) / Math.min(...quickestMs()) < 2.1;
    // The kinds take turns, so that other work on the machine slows all three. The first round warms up.
    for (let round = 0; round <= maxRounds && !(round > minRounds && areEven()); round += 1) {
      for (const kind of kinds) {
        const answer = await post(path, bodyOf(addressOf(kind, round)));
        if (round > 0) answers.get(kind)?.push(answer);
      }
    }
    const shapes = [...answers.values()].flat().map(({ shape }) => shape);
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    expect(areEven(), `fastest answers in ms: ${quickestMs().map(Math.round).join(', ')}`).toBe(true);
  },
);

test('`email_not_confirmed` is returned only with the right password', async () => {
  const email = addressOf('registered', 0);
  const codeOf = async (typed: string) => {
    const { error } = await server.client().auth.signInWithPassword({ email, password: typed });
    return error?.code;
  };
  expect(await codeOf(password)).toBe('email_not_confirmed');
  expect(await codeOf('not it at all 9')).toBe('invalid_credentials');
});

test('a weak password is refused with the same message for each kind of email and when it is changed', async () => {
  const weak = async (typed: string) => {
    const shapes = await Promise.all(
      kinds.map(async (kind) => (await post('signup', { email: addressOf(kind, 0), password: typed })).shape),
    );
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    const { error } = await server.client().auth.signUp({ email: addressOf('unknown', 0), password: typed });
    return error;
  };
  const client = server.client();
  await server.join(client, { email: 'changes@isola.example', password });
  for (const typed of ['short', 'Sh0rt', 'password123', 'QWERTYUIOP']) {
    const own = await client.auth.updateUser({ password: typed });
    const answered = await weak(typed);
    expect(answered, typed).toMatchObject({ code: 'weak_password', message: own.error?.message });
    expect(answered).toHaveProperty('reasons', Reflect.get(own.error ?? {}, 'reasons'));
  }
});
