import { expect, test } from 'vitest';

import type { RequestReport } from '../server-context.ts';
import type { redSegmenter } from '../testing/red-segmenter.ts';
import { drawing, limitedKeyring, startTestServer, testKey } from '../testing/test-server.ts';

const image_file = await drawing(40, 30, [{ left: 10, top: 6, width: 12, height: 8 }]);
const b64 = image_file.toString('base64');

async function codesOf(answer: Response) {
  const { errors } = (await answer.json()) as { errors: { code: string; title: string }[] };
  expect(errors.every(({ title }) => title.length > 0)).toBe(true);
  return [answer.status, ...errors.map(({ code }) => code)];
}

// The codes of remove.bg's OpenAPI file.
test.each([
  [{}, 'missing_source'],
  [{ image_file: '' }, 'missing_source'],
  [{ image_file, image_file_b64: b64 }, 'multiple_sources'],
  [{ image_file_b64: b64, image_url: 'https://pictures.example/a.png' }, 'multiple_sources'],
  [{ image_url: 'ftp://pictures.example/a.png' }, 'invalid_image_url'],
  [{ image_url: 'http://169.254.169.254/latest' }, 'invalid_image_url'],
  [{ image_url: 'https://nowhere.invalid/a.png' }, 'failed_image_download'],
  [{ image_file: Buffer.from('GIF89a and more') }, 'invalid_file_type'],
  [{ image_file: Buffer.alloc(0) }, 'failed_to_read_image'],
  [{ image_file: image_file.subarray(0, 20) }, 'failed_to_read_image'],
  [{ image_file: image_file.subarray(0, image_file.length - 40) }, 'failed_to_read_image'],
  [{ image_file_b64: '%%%' }, 'failed_to_read_image'],
  [{ image_file_b64: `${' '.repeat(1_000_000)}!` }, 'failed_to_read_image'],
  [{ image_file, position: '1 '.repeat(1_000_000) }, 'invalid_position'],
  [{ image_file, roi: '1px '.repeat(1_000_000) }, 'invalid_roi'],
  [{ image_file, size: 'huge' }, 'invalid_size'],
  [{ image_file, type: 'cat' }, 'invalid_type'],
  [{ image_file, type_level: '3' }, 'invalid_type_level'],
  [{ image_file, format: 'gif' }, 'invalid_format'],
  [{ image_file, channels: 'rgb' }, 'invalid_channels'],
  [{ image_file, roi: '0px 0px 10px' }, 'invalid_roi'],
  [{ image_file, roi: '0px 0px 41px 10px' }, 'roi_exceeds_bounds'],
  [{ image_file, roi: '5px 5px 5px 10px' }, 'roi_region_empty'],
  [{ image_file, crop: 'maybe' }, 'invalid_crop'],
  [{ image_file, crop_margin: '1px 2px 3px' }, 'invalid_crop_margin'],
  [{ image_file, crop_margin: '-1px' }, 'invalid_crop_margin'],
  [{ image_file, scale: '9%' }, 'invalid_scale'],
  [{ image_file, scale: '101%' }, 'invalid_scale'],
  [{ image_file, position: 'left' }, 'invalid_position'],
  [{ image_file, position: '1% 2% 3%' }, 'invalid_position'],
  [{ image_file, semitransparency: '2' }, 'invalid_semitransparency'],
  [{ image_file, shadow_type: 'long' }, 'invalid_shadow_type'],
  [{ image_file, 'shadow_type[cat]': 'drop' }, 'invalid_shadow_type'],
  [{ image_file, shadow_opacity: '101' }, 'invalid_shadow_opacity'],
  [{ image_file, bg_color: '12345' }, 'invalid_bg_color'],
  [{ image_file, bg_color: 'nocolour' }, 'invalid_bg_color'],
  [{ image_file, bg_color: 'url(file)' }, 'invalid_bg_color'],
  [{ image_file, bg_image_url: 'http://localhost/' }, 'invalid_bg_image_url'],
  [{ image_file, bg_image_url: 'https://nowhere.invalid/a.png' }, 'failed_bg_download'],
  [{ image_file, bg_image_file: Buffer.from('<svg/>') }, 'invalid_file_type'],
  [{ image_file, bg_color: 'fff', bg_image_url: 'https://pictures.example/a.png' }, 'multiple_bg_sources'],
] as const)('%# is refused with %s', async (fields, code) => {
  const { remove, errors } = await startTestServer();
  expect(await codesOf(await remove(fields))).toEqual([400, code]);
  expect(errors).toEqual([]);
});

test('all wrong parameters of a request are named together', async () => {
  const { remove } = await startTestServer();
  expect(await codesOf(await remove({ image_file, size: 'x', scale: 'x', format: 'x' }))).toEqual([
    400,
    'invalid_size',
    'invalid_format',
    'invalid_scale',
  ]);
});

test('an image without a subject is refused as such', async () => {
  const { remove } = await startTestServer();
  expect(await codesOf(await remove({ image_file: await drawing(40, 30, []) }))).toEqual([400, 'unknown_foreground']);
});

test('keys are required, and taken from either header', async () => {
  const { origin } = await startTestServer();
  const account = (headers: Record<string, string>) => fetch(`${origin}/v1.0/account`, { headers });
  expect(await codesOf(await account({}))).toEqual([403, 'auth_failed']);
  expect(await codesOf(await account({ 'x-api-key': 'wrong' }))).toEqual([403, 'auth_failed']);
  for (const headers of [{ 'X-Api-Key': testKey }, { Authorization: `Bearer ${testKey}` }]) {
    const answer = await account(headers);
    expect(await answer.json()).toEqual({
      data: {
        attributes: {
          credits: { total: 0, subscription: 0, payg: 0, enterprise: 0 },
          api: { free_calls: 500, sizes: 'all' },
        },
      },
    });
  }
});

test('megapixels are counted for each key, and the limit is answered with the time to wait', async () => {
  const { remove, origin } = await startTestServer({ keyring: limitedKeyring(3) });
  const twoMegapixels = await drawing(1300, 1000, [{ left: 10, top: 6, width: 90, height: 90 }]);
  const first = await remove({ image_file: twoMegapixels });
  expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '1']);
  const resetSeconds = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  expect(resetSeconds).toBeGreaterThan(50);
  expect(resetSeconds).toBeLessThanOrEqual(61);
  const refused = await remove({ image_file: twoMegapixels });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
  expect(await codesOf(refused)).toEqual([429, 'rate_limit_exceeded']);
  // The remaining megapixel is still available to a smaller image.
  expect((await remove({ image_file })).headers.get('x-ratelimit-remaining')).toBe('0');
  expect((await remove({ image_file })).status).toBe(429);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

/** A segmenter that finishes no image, but ends when its signal aborts. */
function endless() {
  const started = Promise.withResolvers<AbortSignal>();
  const segment = (_: unknown, { signal }: { signal: AbortSignal }) => {
    started.resolve(signal);
    const ended = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => ended.reject(signal.reason));
    return ended.promise;
  };
  return { segmenter: { segment } as unknown as typeof redSegmenter, started: started.promise };
}

test('the work ends when the client leaves, and its place is free again', async () => {
  const { segmenter, started } = endless();
  const { origin, errors } = await startTestServer({ segmenter });
  const leave = new AbortController();
  const body = JSON.stringify({ image_file_b64: b64 });
  const headers = { 'x-api-key': testKey, 'content-type': 'application/json' };
  const left = fetch(`${origin}/v1.0/removebg`, { method: 'POST', headers, body, signal: leave.signal });
  const signal = await started;
  const health = async () => ((await (await fetch(`${origin}/healthz`)).json()) as { busy: number }).busy;
  expect(await health()).toBe(1);
  leave.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => signal.aborted).toBe(true);
  await expect.poll(health).toBe(0);
  expect(errors).toEqual([]);
});

test('an image that takes too long is answered with the time to try again', async () => {
  const { segmenter } = endless();
  const { remove } = await startTestServer({ segmenter, limits: { processingTimeoutMs: 100 } });
  const answer = await remove({ image_file });
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(await codesOf(answer)).toEqual([503, 'timeout']);
});

test('requests beyond the places are refused at once with the time to wait', async () => {
  const { segmenter, started } = endless();
  const { remove } = await startTestServer({ segmenter, limits: { places: 1 } });
  const first = remove({ image_file });
  first.catch(() => undefined);
  await started;
  const answer = await remove({ image_file });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await codesOf(answer)).toEqual([503, 'busy']);
});

test('errors of the server reveal nothing, and are reported to the operator', async () => {
  const segment = () => Promise.reject(new Error('secret detail'));
  const { remove, errors } = await startTestServer({ segmenter: { segment } as unknown as typeof redSegmenter });
  const answer = await remove({ image_file });
  const text = await answer.text();
  expect([answer.status, text.includes('secret')]).toEqual([500, false]);
  expect(errors).toHaveLength(1);
});

test('reports name known routes and clients, and nothing that a client made up', async () => {
  const reports: RequestReport[] = [];
  const { remove, origin } = await startTestServer({ onRequest: (report) => reports.push(report) });
  await remove({ image_file });
  await remove({ image_file, size: 'huge' });
  await fetch(`${origin}/made-up`, { headers: { 'x-api-key': 'made-up' } });
  expect(reports).toMatchObject([
    { route: 'POST /v1.0/removebg', status: 200, code: undefined, client: 'key-1', megapixels: 0.0012 },
    { route: 'POST /v1.0/removebg', status: 400, code: 'invalid_size', client: 'key-1', megapixels: undefined },
    { route: 'other', status: 403, code: 'auth_failed', client: undefined, megapixels: undefined },
  ]);
  expect(JSON.stringify(reports)).not.toContain('made-up');
});
