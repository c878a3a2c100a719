import type { JsonWebKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { ContactSheet } from '@isola/batch';
import type { Preset } from '@isola/editor';
import type { SegmentationFacts } from '@isola/segmenter/node';
import { chromium, type Page } from 'playwright';

import { chromiumPath, ensureChromium } from '../chromium.ts';
import { servePage } from '../serve-page.ts';
import type { Rendered } from './rendered.ts';

export interface RenderOptions {
  /** True to make faces unrecognisable. */
  readonly blursFaces: boolean;
  /** Present when a receipt is wanted. */
  readonly receipt: { readonly key: JsonWebKey; readonly isConverted: boolean } | undefined;
}

/** Renders cutouts with a preset on canvases in a headless Chromium. */
export interface BrowserRenderer {
  /** @param name name of the image's file, for a preset that writes it. */
  render(
    picture: Buffer,
    name: string,
    cutout: SegmentationFacts,
    preset: Preset,
    options: RenderOptions,
  ): Promise<Rendered>;
  /** Draws a contact sheet of files. @param files paths of images that a browser can decode. */
  contactSheet(sheet: ContactSheet, files: readonly string[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openBrowserRenderer(): Promise<BrowserRenderer> {
  await ensureChromium();
  const inbox = new Map<string, Uint8Array<ArrayBuffer>>();
  const outbox = new Map<string, Buffer>();
  let sheetFiles: readonly string[] = [];
  const server = await servePage(join(import.meta.dirname, 'page'), (app) => {
    app.get('/in/:id', (context) => {
      const bytes = inbox.get(context.req.param('id'));
      return bytes ? context.body(bytes) : context.notFound();
    });
    app.get('/sheet/:index', (context) => {
      const file = sheetFiles[Number(context.req.param('index'))];
      return file === undefined ? context.notFound() : context.body(new Uint8Array(readFileSync(file)));
    });
    app.put('/out/:id', async (context) => {
      outbox.set(context.req.param('id'), Buffer.from(await context.req.arrayBuffer()));
      return context.body(null, 204);
    });
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const free: Page[] = [];
  let last = 0;

  async function openPage(): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(server.origin);
    await page.waitForFunction(() => 'renderPage' in window);
    return page;
  }

  return {
    async render(picture, name, { matte, widthPx, heightPx, run }, preset, { blursFaces, receipt }) {
      last += 1;
      const [pictureId, matteId, resultId] = [`${last}-picture`, `${last}-matte`, `${last}-result`];
      const receiptId = `${last}-receipt`;
      const page = free.pop() ?? (await openPage());
      try {
        inbox.set(pictureId, new Uint8Array(picture));
        inbox.set(matteId, new Uint8Array(matte.data.buffer));
        const answer = await page.evaluate((request) => window.renderPage.render(request), {
          pictureUrl: `/in/${pictureId}`,
          matteUrl: `/in/${matteId}`,
          resultUrl: `/out/${resultId}`,
          name,
          widthPx,
          heightPx,
          run,
          preset,
          blursFaces,
          receiptKey: receipt?.key,
          receiptUrl: `/out/${receiptId}`,
          isConverted: receipt?.isConverted ?? false,
        });
        free.push(page);
        if (answer.outcome === 'failed') return answer;
        const file = outbox.get(resultId);
        if (!file) throw new Error('the page sent no result');
        const issued = outbox.get(receiptId);
        return { ...answer, file, ...(issued && { receipt: issued }) };
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        if (!/crash|closed/i.test(words)) throw error;
        // An image that crashed its page must not affect the others.
        await page.close();
        return { outcome: 'failed', code: 'page-crashed', detail: words };
      } finally {
        for (const id of [pictureId, matteId]) inbox.delete(id);
        outbox.delete(resultId);
        outbox.delete(receiptId);
      }
    },
    async contactSheet(sheet, files) {
      sheetFiles = files;
      const page = await openPage();
      await page.evaluate((request) => window.renderPage.contactSheet(request), {
        sheet,
        images: files.map((file, index) => ({ name: basename(file), url: `/sheet/${index}` })),
        resultUrl: '/out/sheet',
      });
      await page.close();
      const file = outbox.get('sheet');
      if (!file) throw new Error('the page sent no contact sheet');
      return file;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
