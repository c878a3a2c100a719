import { vi } from 'vitest';

import { patienceMs } from './patience.ts';

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
