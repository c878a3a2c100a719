import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { describe, expect, test, vi } from 'vitest';

import { createAllowanceCounter } from '../_shared/call-counter.ts';
import { contextForTest, postForTest } from '../_shared/context-for-test.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { fetchFrom } from '../_shared/fetch-from.ts';
import { createMemoryCounter } from '../_shared/rate-counter.ts';
import { type Asked, serverForTest } from '../_shared/server-for-test.ts';
import { handleGenerateBackground } from './handle.ts';
import { readProvider } from './providers/providers.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const page = Buffer.from('<!doctype html><title>No picture</title>');

const words = 'ein Holztisch am Fenster, 窓辺の木のテーブル';
const order = { words, aspect: 'landscape', seed: 7, count: 2 };

/** The format of answers in OpenAI's reference: https://platform.openai.com/docs/api-reference/images/object */
const inBase64 = (...files: Buffer[]) => ({
  created: 1_700_000_000,
  data: files.map((file) => ({ b64_json: file.toString('base64') })),
});
const byUrl = (...urls: string[]) => ({ created: 1_700_000_000, data: urls.map((url) => ({ url })) });
const refusal = (code: string) => ({ error: { code, message: 'Your request was rejected', param: null, type: code } });

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (_: Asked, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Fakes the database: the ceiling of a day for all, and the reservation of a member. */
function databaseOf({ ofDay = 1_000, isPaying = true, reserved = null as object | null } = {}) {
  let left = ofDay;
  return vi.fn((name: string, parameters: Readonly<Record<string, unknown>>) => {
    const images = Number(parameters['images']);
    switch (name) {
      case 'take_ai_images_of_day': {
        const taken = Math.min(images, left);
        left -= taken;
        return Promise.resolve({ day: '2026-11-26', taken });
      }
      case 'give_back_ai_images_of_day':
        left += images;
        return Promise.resolve(null);
      case 'has_paid_plan':
        return Promise.resolve(isPaying);
      default:
        return Promise.resolve(
          name === 'reserve_ai_images' ? (reserved ?? { outcome: 'reserved', images, left: 10 }) : null,
        );
    }
  });
}

/** Starts the function with a provider, which is a server on loopback. */
async function start(
  answer: (asked: Asked, response: ServerResponse) => void,
  environment: Record<string, string> = {},
) {
  const { origin, port, asked } = await serverForTest(answer);
  const settings: Record<string, string> = {
    AI_IMAGES_URL: `${origin}/v1`,
    AI_IMAGES_KEY: 'sk-test',
    AI_IMAGES_NAME: 'Painter Inc.',
    ...environment,
  };
  const allowances = createAllowanceCounter(createMemoryCounter);
  const names: Record<string, string[]> = { 'pictures.example': ['93.184.215.14'], 'inside.example': ['10.0.0.5'] };
  const ip = contextForTest().ip ?? '';
  const call = databaseOf();
  const fetched: string[] = [];
  const contextOf = (given: Partial<FunctionContext>) =>
    contextForTest({
      ip,
      allowance: allowances.of(given.ip ?? ip),
      environment: (name) => settings[name],
      call,
      resolve: (host) => Promise.resolve(names[host] ?? []),
      fetch: async (url, { addresses, ...options } = {}) => {
        if (!addresses) return await fetch(url, options);
        fetched.push(`${String(url)} at ${addresses.join()}`);
        const { headers, signal } = options;
        return await fetchFrom(new URL(new URL(url).pathname, `http://127.0.0.1:${port}`), ['127.0.0.1'], {
          headers,
          signal,
        });
      },
      ...given,
    });
  const generate = async (body: object = {}, given: Partial<FunctionContext> = {}) => {
    const request = postForTest({ ...order, key: randomUUID(), ...body });
    const response = await handleGenerateBackground(request, contextOf(given));
    return {
      status: response.status,
      headers: response.headers,
      answer: (await response.json()) as Record<string, unknown>,
    };
  };
  return { generate, asked, fetched, contextOf };
}

describe('the provider', () => {
  test('gets the words, the size and the number, and no other data of the visitor', async () => {
    const { generate, asked } = await start(json(200, inBase64(png, jpeg)));
    const { status, answer } = await generate({ image: 'a photo', email: 'lin@example.com' });
    expect(status).toBe(200);
    expect(answer).toEqual({
      provider: 'Painter Inc.',
      pictures: [
        { type: 'image/png', data: png.toString('base64') },
        { type: 'image/jpeg', data: jpeg.toString('base64') },
      ],
      remainingToday: 2,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v1/images/generations' });
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer sk-test', 'content-type': 'application/json' });
    expect(asked[0]?.headers).not.toHaveProperty('origin');
    const body = JSON.parse(asked[0]?.body ?? '') as Record<string, unknown>;
    expect(Object.keys(body).toSorted()).toEqual(['model', 'n', 'prompt', 'size']);
    expect(body).toMatchObject({ model: 'gpt-image-1', n: 2, size: '1536x1024' });
    expect(body['prompt']).toMatch(new RegExp(`^${words}\n\n`));
  });

  test('that makes one image per request, takes a seed and has other parameters is asked accordingly', async () => {
    const { generate, asked } = await start(json(200, inBase64(png)), {
      AI_IMAGES_MODEL: 'painter-2',
      AI_IMAGES_PER_CALL: '1',
      AI_IMAGES_SEED: '1',
      AI_IMAGES_SIZES: '512x512 768x512 512x768',
      AI_IMAGES_PARAMETERS: '{"response_format":"b64_json","quality":"low"}',
    });
    const { answer } = await generate({ aspect: 'portrait', count: 3, seed: 2 ** 31 - 2 });
    expect(answer['pictures']).toHaveLength(3);
    const bodies = asked.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    for (const body of bodies) {
      expect(body).toMatchObject({
        model: 'painter-2',
        n: 1,
        size: '512x768',
        quality: 'low',
        response_format: 'b64_json',
      });
    }
    expect(new Set(bodies.map(({ seed }) => seed))).toEqual(new Set([2 ** 31 - 2, 2 ** 31 - 1, 0]));
  });

  test('may answer with URLs, which are fetched like URLs of the image proxy', async () => {
    const { generate, asked, fetched } = await start(({ url }, response) => {
      if (url === '/a.jpg') response.writeHead(200, { 'content-type': 'text/html' }).end(jpeg);
      else json(200, byUrl('https://pictures.example/a.jpg'))({} as Asked, response);
    });
    const { answer } = await generate({ count: 1 });
    expect(answer['pictures']).toEqual([{ type: 'image/jpeg', data: jpeg.toString('base64') }]);
    expect(fetched).toEqual(['https://pictures.example/a.jpg at 93.184.215.14']);
    expect(asked[1]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['http://127.0.0.1/a.png', 'address-private'],
    ['http://inside.example/a.png', 'address-private'],
    ['http://169.254.169.254/latest/meta-data/', 'address-private'],
    ['file:///etc/passwd', 'address-invalid'],
    ['http://pictures.example:6379/', 'address-invalid'],
    ['https://pictures.example/to-inside', 'address-private'],
    ['https://pictures.example/page', 'not-a-picture'],
    ['https://pictures.example/large', 'too-large'],
    ['https://pictures.example/broken', 'unreachable'],
  ])('does not make the server fetch %s: %s', async (url, reason) => {
    const { generate } = await start(({ method, url: path }, response) => {
      if (method === 'POST') json(200, byUrl(url))({} as Asked, response);
      else if (path === '/to-inside') response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
      else if (path === '/large') {
        response.write(png);
        response.end(Buffer.alloc(10 * 1024 * 1024));
      } else if (path === '/broken')
        response.writeHead(200, { 'content-length': 999 }).write(png, () => response.destroy());
      else response.end(page);
    });
    expect(await generate({ count: 1 })).toMatchObject({ status: 502, answer: { code: 'provider-failed', reason } });
  });

  test('that makes fewer images is accepted, and the missing ones are given back', async () => {
    const { generate } = await start(json(200, inBase64(png, page)));
    const { answer } = await generate();
    expect(answer['pictures']).toHaveLength(1);
    expect(answer['remainingToday']).toBe(3);
  });

  test.each([
    ['PNG', png],
    ['JPEG', Buffer.from('ffd8ffda000011223344ffd9', 'hex')],
    ['WebP', Buffer.from('524946460a000000574542505650382001020304', 'hex').subarray(0, 18)],
  ])('that sends a %s without its end is refused, and nothing is counted', async (_, whole) => {
    let file = whole.subarray(0, -1);
    const { generate } = await start((asked, response) => json(200, inBase64(file))(asked, response));
    expect(await generate({ count: 1 })).toMatchObject({
      status: 502,
      answer: { code: 'provider-failed', reason: 'not-a-picture' },
    });
    file = whole;
    expect((await generate({ count: 1 })).answer).toMatchObject({ remainingToday: 3 });
  });

  test('that makes more images than ordered is cut short', async () => {
    const { generate } = await start(json(200, inBase64(png, png, png)));
    expect((await generate({ count: 1 })).answer['pictures']).toHaveLength(1);
  });

  test.each([
    ['content_policy_violation', 400, 422, 'words-refused'],
    ['moderation_blocked', 400, 422, 'words-refused'],
    ['invalid_size', 400, 502, 'provider-failed'],
    ['invalid_api_key', 401, 502, 'provider-failed'],
    ['insufficient_quota', 429, 502, 'provider-failed'],
    ['server_error', 500, 502, 'provider-failed'],
    ['overloaded', 503, 503, 'provider-busy'],
  ])('that answers %s with %i causes the answer %i %s', async (code, status, expected, expectedCode) => {
    const { generate } = await start(json(status, refusal(code)));
    const { status: found, answer } = await generate();
    expect({ status: found, code: answer['code'] }).toEqual({ status: expected, code: expectedCode });
    // The provider’s own text does not reach the page.
    expect(JSON.stringify(answer)).not.toContain('rejected');
  });

  test.each([
    ['17', '17'],
    ['999999', '3600'],
    ['soon', '60'],
  ])('that limits requests with Retry-After: %s causes a wait of %s s', async (stated, told) => {
    const { generate } = await start(json(429, refusal('rate_limit_exceeded'), { 'retry-after': stated }));
    const { status, headers, answer } = await generate();
    expect({ status, code: answer['code'], after: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'provider-busy',
      after: told,
    });
  });

  test.each([
    ['no JSON', (response: ServerResponse) => void response.end('{"data":[')],
    ['no pictures', (response: ServerResponse) => void response.end('{"data":[]}')],
    ['something else', (response: ServerResponse) => void response.end('[1]')],
    ['a picture without bytes', (response: ServerResponse) => void response.end('{"data":[{}]}')],
    ['bytes of a page', (response: ServerResponse) => void response.end(JSON.stringify(inBase64(page)))],
    ['no base64', (response: ServerResponse) => void response.end('{"data":[{"b64_json":"iVBORw0KGgo<script>"}]}')],
    [
      'a picture of more than 10 MB',
      (response: ServerResponse) =>
        void response.end(JSON.stringify(inBase64(Buffer.concat([png, Buffer.alloc(10 * 2 ** 20)])))),
    ],
    ['more than two pictures can be', (response: ServerResponse) => void response.end(Buffer.alloc(30 * 2 ** 20, ' '))],
    ['a redirect', (response: ServerResponse) => void response.writeHead(307, { location: '/elsewhere' }).end()],
    ['nothing, and breaks off', (response: ServerResponse) => void response.destroy()],
    [
      'half an answer',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': 1000 }).write('{"data":', () => response.destroy()),
    ],
  ])('that answers %s has failed, and nothing is counted', async (_, answer) => {
    let isWell = false;
    const { generate, asked } = await start((request, response) => {
      if (isWell) json(200, inBase64(png))(request, response);
      else answer(response);
    });
    expect(await generate()).toMatchObject({ status: 502, answer: { code: 'provider-failed' } });
    expect(asked).toHaveLength(1);
    isWell = true;
    expect((await generate({ count: 1 })).answer['remainingToday']).toBe(3);
  });

  test('that takes too long is aborted, and nothing is counted', async () => {
    let isWell = false;
    const closed = Promise.withResolvers<undefined>();
    const { generate } = await start(
      (request, response) => {
        if (isWell) json(200, inBase64(png))(request, response);
        else response.once('close', () => closed.resolve(undefined));
      },
      // Long enough for the second request on a busy machine.
      { AI_IMAGES_TIMEOUT_MS: '1000' },
    );
    expect(await generate()).toMatchObject({ status: 504, answer: { code: 'timeout' } });
    await closed.promise;
    isWell = true;
    expect((await generate({ count: 1 })).answer['remainingToday']).toBe(3);
  });
});

describe('a visitor', () => {
  test('gets four images a day, the last request fewer than requested', async () => {
    const { generate } = await start(({ body }, response) => {
      const { n } = JSON.parse(body) as { n: number };
      json(200, inBase64(...Array.from({ length: n }, () => png)))({} as Asked, response);
    });
    expect((await generate({ count: 3 })).answer).toMatchObject({ remainingToday: 1 });
    const { answer } = await generate({ count: 4 });
    expect(answer['pictures']).toHaveLength(1);
    expect(answer['remainingToday']).toBe(0);
    const { status, headers, answer: refused } = await generate();
    expect(status).toBe(429);
    expect(refused).toMatchObject({ code: 'limit-reached', limit: 'day', member: false, remainingToday: 0 });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_300);
    // Another address has its own limit.
    const another = contextForTest().ip;
    expect((await generate({}, { ip: another })).status).toBe(200);
  });

  test('shares a limit with all other visitors', async () => {
    const { generate } = await start(json(200, inBase64(png, png)), { AI_VISITORS_IMAGES: '3' });
    expect((await generate({ count: 2 })).status).toBe(200);
    expect((await generate({ count: 2 }, { ip: contextForTest().ip })).answer['pictures']).toHaveLength(1);
    expect((await generate({ count: 2 }, { ip: contextForTest().ip })).answer).toMatchObject({ code: 'limit-reached' });
  });

  test('gets no images where the operator has set 0', async () => {
    const { generate, asked } = await start(json(200, inBase64(png)), { AI_VISITOR_IMAGES: '0' });
    expect(await generate()).toMatchObject({ status: 429, answer: { code: 'limit-reached', member: false } });
    expect(asked).toEqual([]);
  });

  test('who leaves has used the images, because the provider is paid for them', async () => {
    const begun = Promise.withResolvers<undefined>();
    let isWell = false;
    const { generate, contextOf } = await start((request, response) => {
      begun.resolve(undefined);
      if (isWell) json(200, inBase64(png))(request, response);
    });
    const leave = new AbortController();
    const request = new Request(postForTest({ ...order, count: 3, key: randomUUID() }), { signal: leave.signal });
    const answered = handleGenerateBackground(request, contextOf({})).catch(() => null);
    await begun.promise;
    leave.abort();
    await answered;
    isWell = true;
    expect((await generate({ count: 1 })).answer['remainingToday']).toBe(0);
  });

  test('has one order at a time', async () => {
    const begun = Promise.withResolvers<undefined>();
    const held: ServerResponse[] = [];
    const { generate } = await start((_, response) => {
      held.push(response);
      begun.resolve(undefined);
    });
    const first = generate();
    await begun.promise;
    expect(await generate()).toMatchObject({ status: 503, answer: { code: 'busy' } });
    json(200, inBase64(png))({} as Asked, held[0] as ServerResponse);
    expect((await first).status).toBe(200);
  });
});

describe('free images of all callers', () => {
  /** A provider that makes as many images as requested. */
  const makesAll = ({ body }: Asked, response: ServerResponse) => {
    const { n } = JSON.parse(body) as { n: number };
    json(200, inBase64(...Array.from({ length: n }, () => png)))({} as Asked, response);
  };
  const member = (ip: string | null, call: Partial<FunctionContext>['call']) => {
    const id = randomUUID();
    return { ip, member: () => Promise.resolve(id), call } as Partial<FunctionContext>;
  };
  const made = ({ answer }: { answer: Record<string, unknown> }) =>
    Array.isArray(answer['pictures']) ? answer['pictures'].length : 0;

  test('several accounts at one address get no more images together than one account', async () => {
    const { generate, asked } = await start(makesAll, { AI_FREE_MEMBER_IMAGES: '6' });
    const ip = contextForTest().ip;
    const call = databaseOf({ isPaying: false });
    const answers = [];
    for (let account = 0; account < 4; account += 1) answers.push(await generate({ count: 4 }, member(ip, call)));
    expect(answers.map(made)).toEqual([4, 2, 0, 0]);
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      answer: { code: 'limit-reached', limit: 'site', member: true },
    });
    expect(asked).toHaveLength(2);
    // Members with a paid plan are not limited by others at the same address.
    expect(made(await generate({ count: 4 }, member(ip, databaseOf())))).toBe(4);
  });

  test('visitors and members without a paid plan share one limit', async () => {
    const { generate } = await start(makesAll, { AI_VISITORS_IMAGES: '5' });
    const call = databaseOf({ isPaying: false });
    const other = () => contextForTest().ip;
    expect(made(await generate({ count: 4 }, member(other(), call)))).toBe(4);
    expect(made(await generate({ count: 4 }, { ip: other() }))).toBe(1);
    expect(made(await generate({ count: 4 }, member(other(), call)))).toBe(0);
  });

  test('the ceiling of a day also applies to paid plans, and images that are not made are given back', async () => {
    const { generate, asked } = await start(makesAll);
    const call = databaseOf({ ofDay: 5 });
    const other = () => contextForTest().ip;
    const none = databaseOf({ ofDay: 5, reserved: { outcome: 'limit-day', images: 0, left: 0 } });
    for (let time = 0; time < 3; time += 1) {
      expect(await generate({ count: 4 }, member(other(), none))).toMatchObject({
        answer: { limit: 'day', member: true },
      });
    }
    expect(made(await generate({ count: 4 }, member(other(), call)))).toBe(4);
    expect(made(await generate({ count: 4 }, { ip: other(), call }))).toBe(1);
    const { status, answer, headers } = await generate({ count: 1 }, member(other(), call));
    expect([status, answer['code'], answer['limit']]).toEqual([429, 'limit-reached', 'site']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(asked).toHaveLength(2);
  });
});

describe('a member', () => {
  const memberId = 'a0000000-0000-4000-8000-000000000001';

  /** Creates a context of a member, with the database's answer to the reservation and a record of its calls. */
  const asMember = (reserved: object) => {
    const call = databaseOf({ reserved });
    return { call, given: { member: () => Promise.resolve(memberId), call } satisfies Partial<FunctionContext> };
  };

  test('gets the images that the plan allows, reserved before and settled after the order', async () => {
    const { generate, asked } = await start(json(200, inBase64(png)));
    const { call, given } = asMember({ outcome: 'reserved', images: 2, left: 5 });
    const key = randomUUID();
    const { answer } = await generate({ count: 4, key }, given);
    expect(answer).toMatchObject({ remainingToday: 6 });
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ n: 2 });
    expect(call.mock.calls.filter(([name]) => name !== 'has_paid_plan')).toEqual([
      ['take_ai_images_of_day', { images: 4 }],
      ['reserve_ai_images', { member: memberId, request_key: key, images: 4 }],
      ['give_back_ai_images_of_day', { on_day: '2026-11-26', images: 3 }],
      ['settle_ai_images', { member: memberId, request_key: key, made: 1 }],
    ]);
  });

  test('gets back images that the provider did not make', async () => {
    const { generate } = await start(json(500, {}));
    const { call, given } = asMember({ outcome: 'reserved', images: 4, left: 0 });
    const key = randomUUID();
    await generate({ count: 4, key }, given);
    expect(call).toHaveBeenLastCalledWith('settle_ai_images', { member: memberId, request_key: key, made: 0 });
  });

  test.each([
    ['limit-day', 429, { code: 'limit-reached', limit: 'day', member: true }],
    ['limit-month', 429, { code: 'limit-reached', limit: 'month', member: true }],
    ['repeated', 409, { code: 'already-requested' }],
  ])('is refused with %s, and the provider is not asked', async (outcome, status, answer) => {
    const { generate, asked } = await start(json(200, inBase64(png)));
    expect(await generate({}, asMember({ outcome, images: 0, left: 0 }).given)).toMatchObject({ status, answer });
    expect(asked).toEqual([]);
  });

  test('without limits gets null as the remaining number', async () => {
    const { generate } = await start(json(200, inBase64(png)));
    const { given } = asMember({ outcome: 'reserved', images: 1, left: null });
    expect((await generate({ count: 1 }, given)).answer['remainingToday']).toBeNull();
  });
});

describe('an order', () => {
  test.each([
    ['words-invalid', { words: '' }],
    ['words-invalid', { words: '   ' }],
    ['words-invalid', { words: 'x'.repeat(401) }],
    ['words-invalid', { words: 5 }],
    ['aspect-invalid', { aspect: '16:9' }],
    ['seed-invalid', { seed: -1 }],
    ['seed-invalid', { seed: 2 ** 31 }],
    ['seed-invalid', { seed: '7' }],
    ['count-invalid', { count: 0 }],
    ['count-invalid', { count: 5 }],
    ['count-invalid', { count: 1.5 }],
    ['key-invalid', { key: 'again' }],
  ])('is refused with %s: %j', async (code, body) => {
    const { generate, asked } = await start(json(200, inBase64(png)));
    expect(await generate(body)).toMatchObject({ status: 400, answer: { code } });
    expect(asked).toEqual([]);
  });

  test('accepts 400 characters of any size in bytes', async () => {
    const { generate } = await start(json(200, inBase64(png)));
    expect((await generate({ words: '𠮷'.repeat(400) })).status).toBe(200);
  });

  test('is accepted from pages of the site only', async () => {
    const { contextOf, asked } = await start(json(200, inBase64(png)));
    const request = new Request('https://isola.example/functions/v1/any', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: JSON.stringify({ ...order, key: randomUUID() }),
    });
    const response = await handleGenerateBackground(request, contextOf({}));
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 403,
      code: 'origin-refused',
    });
    expect(asked).toEqual([]);
  });
});

describe('without a provider', () => {
  const ask = (method: string, environment: Record<string, string> = {}) =>
    handleGenerateBackground(
      new Request('https://isola.example/functions/v1/any', { method }),
      contextForTest({ environment: (name) => environment[name] }),
    );

  test('GET answers null and POST is refused', async () => {
    expect(await (await ask('GET')).json()).toEqual({ provider: null });
    const refused = await ask('POST');
    expect(refused.status).toBe(501);
    expect(await refused.json()).toMatchObject({ code: 'not-configured' });
  });

  test('returns the name of the configured provider, or its host', async () => {
    const environment = { AI_IMAGES_URL: 'http://127.0.0.1:8080/v1' };
    expect(await (await ask('GET', environment)).json()).toEqual({ provider: '127.0.0.1', timeoutMs: 90_000 });
    expect(await (await ask('GET', { AI_IMAGES_KEY: 'sk' })).json()).toEqual({
      provider: 'api.openai.com',
      timeoutMs: 90_000,
    });
  });
});

test.each([
  ['AI_PROVIDER', 'unknown'],
  ['AI_IMAGES_URL', 'ftp://pictures.example'],
  ['AI_IMAGES_SIZES', '1024x1024'],
  ['AI_IMAGES_PER_CALL', '0'],
  ['AI_IMAGES_TIMEOUT_MS', 'long'],
  ['AI_IMAGES_PARAMETERS', '[]'],
])('a setting that cannot be used is named: %s', (name, value) => {
  const environment: Record<string, string> = { AI_IMAGES_KEY: 'sk', [name]: value };
  expect(() => readProvider((each) => environment[each])).toThrow(name);
});

test('a new provider is a row in the registry', async () => {
  const made = { type: 'image/png' as const, data: png.toString('base64') };
  const provider = readProvider(() => 'another', {
    another: () => ({ name: 'Another', timeoutMs: 1_000, generate: () => Promise.resolve([made]) }),
  });
  const signal = new AbortController().signal;
  const ordered = { words, aspect: 'square', seed: 1, count: 1 } as const;
  expect(await provider?.generate(ordered, contextForTest(), signal)).toEqual([made]);
});
