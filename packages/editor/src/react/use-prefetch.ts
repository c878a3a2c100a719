import { useEffect } from 'react';

import { prefetchSaving } from './export/save-project.ts';
import { whenIdle } from '../model/when-idle.ts';

/** The longest that it waits for the browser to have nothing else to do. */
const maxWaitMs = 2_000;

/** Loads what is only needed when something is saved, once the browser is idle. What fails is loaded when it is needed. */
export function usePrefetch(): void {
  useEffect(() => whenIdle(() => void prefetchSaving().catch(() => undefined), maxWaitMs), []);
}
