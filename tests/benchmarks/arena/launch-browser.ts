import { type Browser, chromium } from 'playwright';

import { chromiumPath } from '../../../scripts/chromium.ts';

/**
 * @param args further switches of Chromium.
 * @returns a headless Chromium in which every name below `localhost` is this machine, whatever its resolver thinks.
 */
export function launchBrowser(...args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP *.localhost 127.0.0.1', ...args],
  });
}
