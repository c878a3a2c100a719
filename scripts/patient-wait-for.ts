import { vi } from 'vitest';

import { waitTimeoutMs } from './wait-timeout.ts';

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: waitTimeoutMs, ...options });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: waitTimeoutMs, ...options });
