import type { Page } from '@playwright/test';

export interface SegmentedInPage {
  readonly png: Buffer;
  /** The page's report of the run. */
  readonly run: { readonly provider: string; readonly thread: string; readonly threads: number };
  /** URLs of all successful responses. */
  readonly fetched: readonly string[];
}

/** Opens a page of `consumers/` or of the segmenter's examples, selects an image, and waits for its cutout. */
export async function segmentInPage(page: Page, address: string, picturePath: string): Promise<SegmentedInPage> {
  const fetched: string[] = [];
  page.context().on('response', (response) => {
    if (response.ok()) fetched.push(response.url());
  });
  await page.goto(address);
  const said = page.waitForEvent('console', { predicate: (message) => message.type() === 'log', timeout: 120_000 });
  await page.locator('input').setInputFiles(picturePath);
  const run = (await (await said).args()[0]?.jsonValue()) as SegmentedInPage['run'];
  const base64 = await page.locator('img[src^="blob:"]').evaluate(async (image: HTMLImageElement) => {
    const bytes = new Uint8Array(await (await fetch(image.src)).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return { png: Buffer.from(base64, 'base64'), run, fetched };
}
