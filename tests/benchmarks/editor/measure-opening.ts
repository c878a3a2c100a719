import { PNG } from 'pngjs';

import { type Findings, rowOf, type Stand } from './measure.ts';
import { choose, clear, largePhoto, openTable, rest, type Table } from './table.ts';

interface Opening {
  /** Time from choosing the file to the first frame with the photo. */
  readonly seenMs: number;
  /** Time that an invisible `img` needs to decode the same file, measured soon afterwards. */
  readonly decodedMs: number;
}

interface Frame {
  /** Time since 1970. */
  readonly shownMs: number;
  readonly png: string;
}

/** Width of the screencast: wide enough to distinguish a photo from the empty tool, and quick to encode. */
const castWidthPx = 360;
/**
 * Largest difference, of 255, at which the centres of two canvases count as the same image, scaled slightly
 * differently.
 */
const sameWithin = 6;
/** Time during which frames are watched. The removal must take longer, because its result replaces the photo. */
const watchedMs = 800;

/**
 * Measures the time from choosing a file to the first frame in which its photo is visible, while the removal has
 * started in its worker. The frames are those that the browser's compositor shows (`Page.startScreencast`, each with
 * its time); the first one whose centre is that of the photo counts. The entry of `PerformanceObserver` for an `img` is
 * not suitable, because it does not wait for a decoding outside the page's thread. The claim is about the time in
 * addition to the decoding. The decoding is measured as the time of `img.decode()` of the same file in the same page
 * after the removal was cancelled, and subtracted.
 */
export async function measureOpening({ browser, url, runs, say }: Stand): Promise<Findings> {
  const table = await openTable(browser, url);
  await table.page.evaluate(watchChoice);
  const openings: Opening[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const opening = await open(table);
    // The first run is a warm-up.
    if (run > 0) openings.push(opening);
    say(`opening  ${opening.seenMs.toFixed(0)} ms, decoding ${opening.decodedMs.toFixed(0)} ms`);
  }
  const onTop = openings.map(({ seenMs, decodedMs }) => seenMs - decodedMs);
  return {
    rows: [
      rowOf('opening: first paint after the decoding', onTop, 'ms', '≤ 150 ms', 0),
      rowOf(
        'opening: first paint after the choice',
        openings.map((each) => each.seenMs),
        'ms',
        '',
        0,
      ),
      rowOf(
        'opening: decoding alone',
        openings.map((each) => each.decodedMs),
        'ms',
        '',
        0,
      ),
    ],
    numbers: openings,
  };
}

async function open(table: Table): Promise<Opening> {
  const { page, devtools } = table;
  const frames: Frame[] = [];
  const onFrame = (frame: { data: string; sessionId: number; metadata: { timestamp?: number } }) => {
    frames.push({ shownMs: (frame.metadata.timestamp ?? Number.NaN) * 1_000, png: frame.data });
    void devtools.send('Page.screencastFrameAck', { sessionId: frame.sessionId });
  };
  devtools.on('Page.screencastFrame', onFrame);
  await devtools.send('Page.startScreencast', { format: 'png', maxWidth: castWidthPx, maxHeight: castWidthPx });
  await choose(table, largePhoto.path);
  // Read at once, because the editor replaces the element when the removal is done.
  const [across, down] = await page.locator('[data-slot=photo-frame]').evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [(left + width / 2) / innerWidth, (top + height / 2) / innerHeight] as const;
  });
  await rest(table, watchedMs);
  const isDone = (await page.locator('[data-slot=session-view][data-state=done]').count()) > 0;
  await devtools.send('Page.stopScreencast');
  devtools.off('Page.screencastFrame', onFrame);
  if (isDone) throw new Error(`the removal was done within ${watchedMs} ms, so the frame of the photo cannot be found`);

  const chosenMs = await page.evaluate(() => window.chosenMs);
  const pictures = frames.map(({ png, shownMs }) => ({ shownMs, middle: middleOf(png, across, down) }));
  const photo = pictures.at(-1)?.middle ?? [];
  const first = pictures.find(({ shownMs, middle }) => shownMs > chosenMs && isSame(middle, photo));
  if (!first) throw new Error('no frame showed the photo');

  await page.keyboard.press('Escape');
  await rest(table);
  const decodedMs = await page.evaluate(() => window.decodeChosen());
  await clear(table);
  return { seenMs: first.shownMs - chosenMs, decodedMs };
}

/** Returns the colours of the px around a position, which is given as shares of the window. */
function middleOf(png: string, across: number, down: number): readonly number[] {
  const { data, width, height } = PNG.sync.read(Buffer.from(png, 'base64'));
  const [x, y] = [Math.round(across * width), Math.round(down * height)];
  const colors: number[] = [];
  for (let row = y - 16; row < y + 16; row += 1) {
    for (const value of data.subarray((row * width + x - 16) * 4, (row * width + x + 16) * 4)) colors.push(value);
  }
  return colors;
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  const differences = one.map((value, index) => Math.abs(value - (other[index] ?? Number.NaN)));
  return differences.reduce((sum, difference) => sum + difference, 0) / differences.length < sameWithin;
}

declare global {
  interface Window {
    /** Time since 1970. */
    chosenMs: number;
    decodeChosen(): Promise<number>;
  }
}

/** Runs in the page: records when the file was chosen, and how long it takes to decode. */
function watchChoice(): void {
  let chosen: File | undefined;
  addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || !target.files?.[0]) return;
      window.chosenMs = performance.timeOrigin + performance.now();
      [chosen] = target.files;
    },
    true,
  );
  window.decodeChosen = async () => {
    if (!chosen) throw new Error('no file was chosen');
    const image = new Image();
    image.src = URL.createObjectURL(chosen);
    const startedMs = performance.now();
    await image.decode();
    const decodedMs = performance.now() - startedMs;
    URL.revokeObjectURL(image.src);
    return decodedMs;
  };
}
