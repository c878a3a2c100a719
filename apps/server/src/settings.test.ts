import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { readSettings } from './settings.ts';

test('without a word, the server is for this machine alone', () => {
  expect(readSettings({})).toEqual({ port: 3000, host: '127.0.0.1', dataFolder: resolve('.data'), app: {} });
});

test('the environment is heeded', () => {
  expect(readSettings({ PORT: '0', HOST: '0.0.0.0', DATA_DIR: '/var/lib/isola' })).toEqual({
    port: 0,
    host: '0.0.0.0',
    dataFolder: '/var/lib/isola',
    app: {},
  });
});

test('what opens the policy must be an address', () => {
  expect(() => readSettings({ VITE_ANALYTICS_SCRIPT: 'count.js' })).toThrow(/VITE_ANALYTICS_SCRIPT/);
});

test.each(['http', '70000', '-1', '80.5'])('PORT=%s is refused by name', (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(/PORT/);
});
