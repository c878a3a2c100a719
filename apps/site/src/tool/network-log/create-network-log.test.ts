import { expect, test } from 'vitest';

import { createNetworkLog, imageBytesSent, totalBytes } from './create-network-log.ts';
import { carriesText, purposeOf } from './purpose-of.ts';

const site = 'https://isola.example/app/';
const places = { site, backend: 'https://project.example', counter: 'https://count.example/c.js' };

const seen = (path: string, startedAtMs: number, transferBytes = 300, bodyBytes = 200) => ({
  url: new URL(path, site).href,
  startedAtMs,
  transferBytes,
  bodyBytes,
});

test('each address has a purpose', () => {
  const purposes = [
    ['https://isola.example/app/assets/editor-B7ROeFgx.js', 'code'],
    ['https://isola.example/app/assets/matting-BZ3cLcKX.wasm', 'code'],
    ['https://isola.example/app/words/gD27dM4R/en/editor.json', 'words'],
    ['https://isola.example/app/models/isnet-00.f54fe18a19876b2c.bin', 'model'],
    ['https://isola.example/app/models/manifest.json', 'model'],
    ['https://isola.example/app/assets/mug-1a.webp', 'sample'],
    ['https://isola.example/backend.json', 'account'],
    ['https://project.example/auth/v1/token?grant_type=refresh_token', 'account'],
    ['https://isola.example/functions/v1/image-proxy', 'address'],
    ['https://isola.example/functions/v1/generate-background', 'background'],
    ['https://project.example/rest/v1/rpc/count_usage', 'count'],
    ['https://count.example/hit', 'count'],
  ] as const;
  for (const [url, purpose] of purposes) expect(purposeOf(url, places), url).toBe(purpose);
});

test('what is not known is said to be so', () => {
  const urls = [
    'https://isola.example/collect',
    'https://isola.example/app/upload',
    'https://elsewhere.example/app/assets/a.js',
    'https://elsewhere.example/functions/v1/image-proxy',
  ];
  for (const url of urls) expect(purposeOf(url, places), url).toBe('other');
});

test('only services are sent text, and where they are is a file', () => {
  const service = 'https://project.example/rest/v1/rpc/anything';
  expect(['account', 'address', 'count', 'background'].every((each) => carriesText(service, each as 'account'))).toBe(
    true,
  );
  expect((['code', 'words', 'model', 'sample', 'other'] as const).some((each) => carriesText(service, each))).toBe(
    false,
  );
  expect(carriesText('https://isola.example/backend.json', 'account')).toBe(false);
});

test('requests before the photo stand apart, in the order in which they began', () => {
  const networkLog = createNetworkLog(places);
  let told = 0;
  networkLog.subscribe(() => (told += 1));
  networkLog.enter([seen('assets/late.js', 1300), seen('assets/first.js', 500)]);
  networkLog.begin(1000);
  // A worker reports later what it fetched earlier.
  networkLog.enter([seen('models/isnet-00.bin', 1100, 4_000_000, 3_999_700), seen('models/manifest.json', 900)]);
  const { rows, before } = networkLog.getState();
  expect(rows.map(({ path }) => path)).toEqual(['/models/isnet-00.bin', '/assets/late.js']);
  expect(before.map(({ path }) => path)).toEqual(['/assets/first.js', '/models/manifest.json']);
  expect(totalBytes(rows)).toBe(4_000_300);
  expect(told).toBe(3);
  networkLog.begin(1200);
  expect(networkLog.getState().rows.map(({ path }) => path)).toEqual(['/assets/late.js']);
});

test('the cache and the silence are told from the network', () => {
  const networkLog = createNetworkLog(places);
  networkLog.enter([seen('a.js', 1), seen('b.js', 2, 0, 200), seen('c.js', 3, 0, 0)]);
  expect(networkLog.getState().rows.map(({ source }) => source)).toEqual(['network', 'cache', 'none']);
});

test('what stays on the device is no request', () => {
  const networkLog = createNetworkLog(places);
  networkLog.enter([
    { ...seen('', 1), url: 'blob:https://isola.example/1' },
    { ...seen('', 1), url: 'data:,' },
  ]);
  expect(networkLog.getState().rows).toEqual([]);
});

test('an unknown request makes the bytes sent unclear', () => {
  const networkLog = createNetworkLog(places);
  networkLog.enter([seen('assets/a.js', 1), { ...seen('', 2), isPage: true }]);
  expect(imageBytesSent(networkLog.getState())).toBe('none');
  networkLog.enter([{ ...seen('', 3), url: 'https://elsewhere.example/' }]);
  expect(imageBytesSent(networkLog.getState())).toBe('unclear');
});

test('the log counts the bytes sent to a service; a body of unknown size or over 4 KiB makes the total unclear', () => {
  const service = { ...seen('', 100), url: 'https://project.example/functions/v1/anything', canSend: true };
  const sent = (bytes: number | undefined, startedAtMs = 99) => ({ url: service.url, startedAtMs, bytes });
  const answer = (...bodies: ReturnType<typeof sent>[]) => {
    const networkLog = createNetworkLog(places);
    networkLog.enter([service]);
    for (const body of bodies) networkLog.enterSent(body);
    return [networkLog.getState().rows[0]?.sentBytes, imageBytesSent(networkLog.getState())];
  };
  expect(answer()).toEqual([undefined, 'unclear']);
  expect(answer(sent(120))).toEqual([120, 'none']);
  expect(answer(sent(120), sent(50_000))).toEqual([50_000, 'unclear']);
  expect(answer(sent(120), sent(undefined))).toEqual([undefined, 'unclear']);
  // Another one, long before.
  expect(answer(sent(120, -5000))).toEqual([undefined, 'unclear']);
});

test('what left before the photo came had none to take along, and files are only asked for', () => {
  const networkLog = createNetworkLog(places);
  networkLog.begin(50);
  networkLog.enter([
    { ...seen('', 1), url: 'https://project.example/auth/v1/token', canSend: true },
    seen('assets/a.js', 100),
    { ...seen('words/gD27dM4R/en/editor.json', 101), canSend: true },
  ]);
  expect(networkLog.getState().rows.map(({ sentBytes }) => sentBytes)).toEqual([0, undefined]);
  expect(imageBytesSent(networkLog.getState())).toBe('none');
});
