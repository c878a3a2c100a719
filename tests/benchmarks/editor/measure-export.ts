import { join } from 'node:path';

import { servePage } from '../../../scripts/serve-page.ts';
import { downloaded, tile } from '../../support/editor-page.ts';
import type { PngMeasurement } from './png-page/measure-worker.ts';
import { type Findings, type Row, rowOf, type Stand } from './measure.ts';
import { cutOut, largePhoto, openTable, rest, type Table } from './table.ts';

/** Moment at which the button is pressed, relative to the choice of the colour. */
type When = 'at once' | 'after a rest';

/** Longer than the editor waits before it prepares a file, plus the time that it needs for it. */
const preparedMs = 4_000;

interface Export {
  readonly oursMs: number;
  readonly browserMs: number;
  readonly oursBytes: number;
  readonly browserBytes: number;
}

/**
 * Measures the export of a photo's cutout on a colour, 12 megapixels, as a PNG. The claim is about the encoding alone:
 * our writer and `convertToBlob` alternate on the pixels of the file that the editor saves, on a separate page.
 * The time that a visitor waits is reported too: from pressing the button to having the file, compared with what the
 * browser needs for the same cutout: decode it, draw it on the colour, `convertToBlob`. The button is pressed at once
 * after the colour was chosen, when no part of the file can be ready, and after a rest, in which the editor may have
 * prepared it.
 */
export async function measureExport(stand: Stand): Promise<Findings> {
  const table = await openTable(stand.browser, stand.url);
  await cutOut(table, largePhoto.path);
  await table.page.evaluate(watchExport);
  const { bytes: cutoutPng } = await downloaded(table.page, 'PNG');
  const exports: Record<When, Export[]> = { 'at once': [], 'after a rest': [] };
  let onWhite: Buffer = cutoutPng;
  for (let run = 0; run <= stand.runs; run += 1) {
    for (const when of ['at once', 'after a rest'] as const) {
      // The colours differ between the two cases, so that no earlier file can be reused.
      const color = when === 'at once' ? 'White' : 'Black';
      await tile(table.page, color).click();
      if (when === 'after a rest') await rest(table, preparedMs);
      const { file, ...ours } = await exportBy(table);
      const browser = await table.page.evaluate(
        (each) => window.exportByBrowser(each),
        color === 'White' ? '#fff' : '#000',
      );
      if (color === 'White') onWhite = file;
      stand.say(`export ${when}  ours ${ours.oursMs.toFixed(0)} ms, the browser ${browser.browserMs.toFixed(0)} ms`);
      // The first run is a warm-up.
      if (run > 0) exports[when].push({ ...ours, ...browser });
    }
  }
  await table.page.context().close();
  const writing = await measureWriting(stand, onWhite);
  const { oursMs, canvasMs, oursBytes, canvasBytes } = writing;
  const timeRatios = oursMs.map((ms, turn) => ms / (canvasMs[turn] ?? Number.NaN));
  return {
    rows: [
      rowOf('export: writing, time ÷ convertToBlob', timeRatios, '', '≤ 1', 2),
      rowOf('export: writing, bytes ÷ convertToBlob', [oursBytes / canvasBytes], '', '≤ 1', 2),
      rowOf('export: our writing', oursMs, 'ms', '', 0),
      rowOf('export: convertToBlob', canvasMs, 'ms', '', 0),
      ...(['at once', 'after a rest'] as const).flatMap((when) => rowsOf(when, exports[when])),
    ],
    numbers: { exports, writing },
  };
}

function rowsOf(when: When, exports: readonly Export[]): Row[] {
  const row = (what: string, valueOf: (each: Export) => number, unit: string, target: string, digits: number) =>
    rowOf(`export ${when}: ${what}`, exports.map(valueOf), unit, target, digits);
  return [
    row('press to file', ({ oursMs }) => oursMs, 'ms', '', 0),
    row('browser, press to file', ({ browserMs }) => browserMs, 'ms', '', 0),
    row('press to file ÷ the browser', ({ oursMs, browserMs }) => oursMs / browserMs, '', '≤ 1.2', 2),
    row('file ÷ the browser’s', ({ oursBytes, browserBytes }) => oursBytes / browserBytes, '', '', 2),
  ];
}

async function exportBy({ page }: Table): Promise<{ oursMs: number; oursBytes: number; file: Buffer }> {
  const { bytes } = await downloaded(page, 'PNG');
  const oursMs = await page.evaluate(() => window.lastExportMs);
  return { oursMs, oursBytes: bytes.length, file: bytes };
}

/**
 * Measures the encoding on the benchmark's own page, in a worker. The image is opaque, and neither side writes alpha.
 */
async function measureWriting({ browser, runs }: Stand, png: Buffer): Promise<PngMeasurement> {
  const server = await servePage(join(import.meta.dirname, 'png-page'), (app) => {
    app.get('/picture', (context) => context.body(new Uint8Array(png), 200, { 'content-type': 'image/png' }));
  });
  try {
    const page = await browser.newPage();
    await page.goto(server.origin);
    await page.waitForFunction(() => 'measurePng' in window);
    return await page.evaluate((task) => window.measurePng(task), { url: '/picture', runs });
  } finally {
    await server.close();
  }
}

declare global {
  interface Window {
    lastExportMs: number;
    /** @param color CSS colour behind the cutout that was saved first. */
    exportByBrowser(color: string): Promise<{ browserMs: number; browserBytes: number }>;
  }
}

/** Runs in the page: measures from a press to the file that is passed to the browser's downloads. */
function watchExport(): void {
  let pressedMs = 0;
  let cutout: Blob | undefined;
  addEventListener('click', ({ timeStamp }) => (pressedMs = timeStamp), true);
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file) => {
    if (file instanceof Blob && file.type === 'image/png') {
      window.lastExportMs = performance.now() - pressedMs;
      cutout ??= file;
    }
    return createObjectURL(file);
  };
  window.exportByBrowser = async (color) => {
    if (!cutout) throw new Error('no cutout was saved');
    // Chromium encodes between two frames, and waits up to a second for a frame when nothing else is shown.
    let isUnderWay = true;
    const nextFrame = () => isUnderWay && requestAnimationFrame(nextFrame);
    nextFrame();
    const startedMs = performance.now();
    const bitmap = await createImageBitmap(cutout);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { alpha: false });
    if (!context) throw new Error('no 2D canvas is available');
    context.fillStyle = color;
    context.fillRect(0, 0, bitmap.width, bitmap.height);
    context.drawImage(bitmap, 0, 0);
    const { size } = await context.canvas.convertToBlob({ type: 'image/png' });
    const browserMs = performance.now() - startedMs;
    isUnderWay = false;
    bitmap.close();
    return { browserMs, browserBytes: size };
  };
}
