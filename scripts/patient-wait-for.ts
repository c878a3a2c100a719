import { vi } from 'vitest';

/** Vitest's own limit for `vi.waitFor` is one second. A loaded machine takes longer, and the state that is awaited still comes. */
const timeoutMs = 10_000;

const waitFor = vi.waitFor;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: timeoutMs, ...options });
