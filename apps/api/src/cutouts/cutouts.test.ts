import { expect, onTestFinished, test, vi } from 'vitest';

import { redSegmenter } from '../testing/red-segmenter.ts';
import {
  boxOf,
  decode,
  decodeGrey,
  drawing,
  limitedKeyring,
  startTestServer,
  testKey,
} from '../testing/test-server.ts';

const box = { left: 100, top: 60, width: 120, height: 80 };
const picture = new Uint8Array(await drawing(400, 300, [box]));

async function post(origin: string, query: string, body: BodyInit, type?: string) {
  const headers = { 'x-api-key': testKey, ...(type !== undefined && { 'content-type': type }) };
  return await fetch(`${origin}/v1/cutouts${query}`, { method: 'POST', headers, body });
}

test('an image as the body becomes a transparent PNG', async () => {
  const { origin } = await startTestServer();
  const answer = await post(origin, '', picture, 'image/png');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('499');
  expect(await boxOf(new Uint8Array(await answer.arrayBuffer()))).toEqual(box);
});

test('options come from the query or from the fields of a form', async () => {
  const { origin } = await startTestServer();
  const cropped = await decode(await post(origin, '?crop=true&margin=7&format=webp', picture, 'image/png'));
  expect(cropped).toMatchObject({ width: 134, height: 94, format: 'webp' });
  const form = new FormData();
  form.set('image', new Blob([picture]), 'mug.png');
  form.set('background', 'rebeccapurple');
  const onColor = await decode(await post(origin, '?max_megapixels=0.03', form));
  expect(onColor).toMatchObject({ width: 200, height: 150 });
  expect(onColor.pixel(3, 3)).toEqual([102, 51, 153, 255]);
});

test('a margin does not make the result larger than it may be', async () => {
  const { origin } = await startTestServer();
  const large = new Uint8Array(await drawing(400, 300, [{ left: 10, top: 10, width: 380, height: 280 }]));
  const answer = await post(origin, '?crop=true&margin=40&max_megapixels=0.01', large, 'image/png');
  const { width, height } = await decode(answer);
  expect(width * height).toBeLessThanOrEqual(10_000);
  expect(width * height).toBeGreaterThan(9_000);
});

test('the mask is a grey image', async () => {
  const { origin } = await startTestServer();
  const answer = await post(origin, '?output=mask', picture, 'application/octet-stream');
  const { data, channels } = await decodeGrey(new Uint8Array(await answer.arrayBuffer()));
  expect(channels).toBe(1);
  expect(data.reduce((sum, value) => sum + value, 0)).toBe(120 * 80 * 255);
});

const two = [
  { left: 40, top: 40, width: 60, height: 60 },
  { left: 300, top: 200, width: 50, height: 50 },
] as const;

test(
  'a box restricts the result to an object, at the size of the image and of a reduced copy',
  { tags: ['long'] },
  async () => {
    const { origin } = await startTestServer();
    const both = new Uint8Array(await drawing(400, 300, [...two]));
    const query = (box: string) => `?box=${encodeURIComponent(box)}`;
    for (const box of ['290px 190px 360px 260px', '100% 100% 50% 50%'])
      expect(
        await boxOf(new Uint8Array(await (await post(origin, query(box), both, 'image/png')).arrayBuffer())),
        box,
      ).toEqual(two[1]);
    const large = new Uint8Array(
      await drawing(4000, 3000, [
        { left: 400, top: 400, width: 600, height: 600 },
        { left: 3000, top: 2000, width: 500, height: 500 },
      ]),
    );
    const reduced = await post(origin, `${query('300px 300px 1100px 1100px')}&max_megapixels=3`, large, 'image/png');
    expect(reduced.headers.get('x-width')).toBe('2000');
    expect(await boxOf(new Uint8Array(await reduced.arrayBuffer()))).toEqual({
      left: 200,
      top: 200,
      width: 300,
      height: 300,
    });
  },
);

test('points and a box arrive at the segmenter in px of the image that it gets', async () => {
  const segment = vi.spyOn(redSegmenter, 'segment');
  onTestFinished(() => segment.mockRestore());
  const { origin } = await startTestServer();
  const form = new FormData();
  form.set('image', new Blob([picture]), 'mug.png');
  form.set('points', '160px 100px, !50% 25%,100% 100%');
  form.set('box', '!0px 0px 25% 100%');
  expect((await post(origin, '', form)).status).toBe(200);
  const large = new Uint8Array(await drawing(4000, 3000, [{ left: 1000, top: 600, width: 1200, height: 800 }]));
  expect((await post(origin, '?points=1600px%201000px&max_megapixels=3', large, 'image/png')).status).toBe(200);
  expect((await post(origin, '', picture, 'image/png')).status).toBe(200);
  expect(segment.mock.calls.map(([, options]) => options?.prompt)).toEqual([
    {
      points: [
        { xPx: 160, yPx: 100, keep: true },
        { xPx: 200, yPx: 75, keep: false },
        { xPx: 400, yPx: 300, keep: true },
      ],
      box: { leftPx: 0, topPx: 0, widthPx: 100, heightPx: 300, keep: false },
    },
    { points: [{ xPx: 800, yPx: 500, keep: true }] },
    undefined,
  ]);
});

test.each([
  ['points=410', 'invalid_points'],
  ['points=10px', 'invalid_points'],
  ['points=10px,20px', 'invalid_points'],
  ['points=-10px 20px', 'invalid_points'],
  [`points=${Array.from({ length: 9 }, () => '1px 1px').join(',')}`, 'invalid_points'],
  ['points=401px 20px', 'invalid_points'],
  ['box=10px 10px 20px', 'invalid_box'],
  ['box=10px 10px 20px 301px', 'invalid_box'],
  ['box=10px 10px 10px 20px', 'invalid_box'],
])('%s is refused with %s', async (query, code) => {
  const { origin } = await startTestServer();
  const answer = await post(origin, `?${query.replaceAll(' ', '%20')}`, picture, 'image/png');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ code }] });
});

const hostileLengths = [
  'NaN',
  'NaNpx',
  'Infinitypx',
  '1e309px',
  '1e3px',
  '0x10px',
  '-1px',
  '+1px',
  '.5px',
  '1,5px',
  '9999999px',
  '1.23456px',
  '١٢px',
  '１２px',
  '12ｐｘ',
  '12em',
  '12',
  'null',
  '[object Object]',
  '!',
  '!!1px',
  '\u0000',
  '9'.repeat(1_000_000),
] as const;

test.each(hostileLengths.map((length) => [length.slice(0, 20), length] as const))(
  'the length %s is refused in every place and encoding, without a call of the segmenter',
  async (_, length) => {
    const segment = vi.spyOn(redSegmenter, 'segment');
    onTestFinished(() => segment.mockRestore());
    const { origin, errors } = await startTestServer();
    const places = [
      ['points', `${length} 20px`],
      ['points', `20px ${length}`],
      ['points', `20px 20px, ${length}`],
      ['box', `${length} 0px 20px 20px`],
      ['box', `0px 0px 20px ${length}`],
    ] as const;
    for (const [name, value] of places) {
      const form = new FormData();
      form.set('image', new Blob([picture]), 'mug.png');
      form.set(name, value);
      // A query of this length would be refused with the head of the request.
      const query = await (value.length > 5000
        ? undefined
        : post(origin, `?${new URLSearchParams([[name, value]])}`, picture, 'image/png'));
      for (const answer of [await post(origin, '', form), query]) {
        if (!answer) continue;
        expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ code: `invalid_${name}` }] }]);
      }
    }
    expect(segment).not.toHaveBeenCalled();
    expect(errors).toEqual([]);
  },
);

test.each(['', ' ', ',', '1px 1px,', ',1px 1px', '1px 1px,,2px 2px', '1px 1px;2px 2px', '1px 1px 1px'])(
  'the points "%s" are refused',
  async (points) => {
    const { origin } = await startTestServer();
    const answer = await post(origin, `?${new URLSearchParams({ points })}`, picture, 'image/png');
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ code: 'invalid_points' }] }]);
  },
);

test('an option that is given twice is refused, in the query and in a form', async () => {
  const { origin } = await startTestServer();
  const form = new FormData();
  form.set('image', new Blob([picture]), 'mug.png');
  form.append('box', '0px 0px 10px 10px');
  form.append('box', '0px 0px 20px 20px');
  const refused = { status: 400, code: 'invalid_box' };
  const twice = '?box=0px+0px+10px+10px&box=0px+0px+20px+20px';
  for (const answer of [await post(origin, '', form), await post(origin, twice, picture, 'image/png')]) {
    const { errors } = (await answer.json()) as { errors: { code: string }[] };
    expect({ status: answer.status, code: errors[0]?.code }).toEqual(refused);
  }
});

test('each pass of the network that a prompt may cost counts as a megapixel', async () => {
  const { origin } = await startTestServer({ keyring: limitedKeyring(20) });
  const remaining = async (query: string) => {
    const { status, headers } = await post(origin, query, picture, 'image/png');
    return [status, headers.get('x-ratelimit-remaining')];
  };
  expect(await remaining('')).toEqual([200, '19']);
  expect(await remaining('?box=90px+50px+230px+150px')).toEqual([200, '17']);
  expect(await remaining('?points=160px+100px,150px+90px')).toEqual([200, '12']);
  const most = Array.from({ length: 8 }, () => '160px 100px').join();
  expect(await remaining(`?${new URLSearchParams({ points: most })}`)).toEqual([429, '12']);
});

test('wrong options are named together', async () => {
  const { origin } = await startTestServer();
  const answer = await post(origin, '?format=gif&margin=-1&detail=best', picture, 'image/png');
  const { errors } = (await answer.json()) as { errors: { code: string }[] };
  expect(errors.map(({ code }) => code).toSorted()).toEqual(['invalid_detail', 'invalid_format', 'invalid_margin']);
  expect((await post(origin, '?background=nocolour', picture, 'image/png')).status).toBe(400);
  expect((await post(origin, '', '{}', 'application/json')).status).toBe(400);
});

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            parameters?: { name: string; schema: { default?: unknown } }[];
            requestBody?: { content: Record<string, { schema?: { properties: Record<string, unknown> } }> };
          }
        >
      >
    >
  >;
}

test('the OpenAPI document names every route and every option, without a key', async () => {
  const { origin } = await startTestServer();
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApi;
  expect(document.openapi).toBe('3.1.0');
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      const { status } = await fetch(`${origin}${path}`, {
        method: method.toUpperCase(),
        headers: { 'x-api-key': testKey },
      });
      expect(status, path).not.toBe(404);
    }
  }
  const options = document.paths['/v1/cutouts']?.['post']?.parameters ?? [];
  expect(options.map(({ name }) => name)).toEqual([
    'format',
    'output',
    'detail',
    'points',
    'box',
    'background',
    'crop',
    'margin',
    'max_megapixels',
  ]);
  expect(options.find(({ name }) => name === 'format')?.schema).toMatchObject({
    default: 'png',
    enum: ['png', 'webp', 'jpg', 'zip'],
  });
  const removebg = document.paths['/v1.0/removebg']?.['post']?.requestBody?.content['multipart/form-data']?.schema;
  expect(Object.keys(removebg?.properties ?? {})).toEqual(
    expect.arrayContaining(['image_file', 'roi', 'shadow_type', 'bg_color']),
  );
});
