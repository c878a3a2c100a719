import { type Browser, chromium } from 'playwright';

import { chromiumPath } from '../../../scripts/chromium.ts';

/**
 * Launches a headless Chromium that resolves every name below `localhost` to this machine, independently of the
 * system's resolver.
 * @param args further command-line switches of Chromium.
 */
export function launchBrowser(...args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP *.localhost 127.0.0.1', ...args],
  });
}
