import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium, type Page } from 'playwright';

import { chromiumPath } from '../../../scripts/chromium.ts';
import type { BenchServer } from '../arena/bench-server.ts';

export interface OpenBatch {
  readonly context: BrowserContext;
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * Opens our batch on a page, in a browser with a profile on the disk. A private window would hold the origin's files in
 * memory, which no visitor's browser does.
 */
export async function openBatch(server: BenchServer): Promise<OpenBatch> {
  const profile = mkdtempSync(join(tmpdir(), 'isola-batch-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const page = await context.newPage();
    await page.goto(server.addressOf('batch', true));
    await page.waitForFunction(() => 'batchBench' in window);
    return { context, page, close };
  } catch (error) {
    await close();
    throw error;
  }
}
