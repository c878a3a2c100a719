import { useEffect } from 'react';

import { prefetchSaving } from './export/save-project.ts';
import { whenIdle } from '../model/when-idle.ts';

/** Longest wait for the browser to become idle, in ms. */
const maxWaitMs = 2_000;

/** Loads the code for saving once the browser is idle. If that fails, the code is loaded when it is needed. */
export function usePrefetch(): void {
  useEffect(() => whenIdle(() => void prefetchSaving().catch(() => undefined), maxWaitMs), []);
}
