import { expect, test } from 'vitest';

import { boxOf, decode, decodeGrey, drawing, startTestServer, testKey } from '../testing/test-server.ts';

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

test('the mask is a grey image', async () => {
  const { origin } = await startTestServer();
  const answer = await post(origin, '?output=mask', picture, 'application/octet-stream');
  const { data, channels } = await decodeGrey(new Uint8Array(await answer.arrayBuffer()));
  expect(channels).toBe(1);
  expect(data.reduce((sum, value) => sum + value, 0)).toBe(120 * 80 * 255);
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
