import { expect, test } from 'vitest';

import { createNetworkLog } from '#tool/network-log/create-network-log.ts';
import { sendsOf } from './sends-of.ts';

const places = { site: 'https://isola.example/' };
const asked = (path: string, startedAtMs: number, canSend = true) => ({
  url: `https://isola.example/${path}`,
  startedAtMs,
  transferBytes: 300,
  bodyBytes: 200,
  canSend,
});

test('only requests with a body break the line, and their bytes add up', () => {
  const log = createNetworkLog(places);
  log.enterSent([
    { url: 'https://isola.example/words/en/common.json', startedAtMs: 10, bytes: 0 },
    { url: 'https://isola.example/rest/v1/rpc/count_images', startedAtMs: 2_000, bytes: 40 },
    { url: 'https://isola.example/functions/v1/generate-background', startedAtMs: 9_000, bytes: 120 },
  ]);
  log.enter([
    asked('assets/app.js', 5, false),
    asked('words/en/common.json', 10),
    asked('rest/v1/rpc/count_images', 2_000),
  ]);
  expect(sendsOf(log.getState())).toEqual({ count: 2, bytes: 160, hasUnknown: false });
});

test('a body of an unknown size breaks the line too', () => {
  const log = createNetworkLog(places);
  log.enterSent([{ url: 'https://isola.example/auth/v1/token', startedAtMs: 10, bytes: undefined }]);
  log.enter([asked('auth/v1/token', 10)]);
  expect(sendsOf(log.getState())).toEqual({ count: 1, bytes: 0, hasUnknown: true });
});

test('a page that only asks leaves the line whole', () => {
  const log = createNetworkLog(places);
  log.enter([asked('assets/app.js', 5, false)]);
  expect(sendsOf(log.getState())).toEqual({ count: 0, bytes: 0, hasUnknown: false });
});
