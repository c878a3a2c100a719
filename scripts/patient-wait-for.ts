import { vi } from 'vitest';

import { patienceMs } from './patience.ts';

const waitFor = vi.waitFor;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
