import { readFileSync } from 'node:fs';

import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { decodedByBrowser } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { drop, expectResult, fileAt } from '../support/tool-page.ts';

const mug = picture('mug.jpg');

/** Positions in the photo, as shares of its width and height. All but `subject` lie in the background. */
const places = {
  left: [0.12, 0.2],
  leftBelow: [0.15, 0.9],
  subject: [0.58, 0.5],
  right: [0.9, 0.15],
  rightBelow: [0.92, 0.5],
} as const;

type Place = keyof typeof places;
type Color = readonly [red: number, green: number, blue: number];
type Seen = Readonly<Record<Place, Color>>;

/** Tolerance per channel, because the browser scales the photo in different ways. */
const tolerance = 8;
/**
 * The checkerboard's two tones differ by 16, and its squares may be at other positions in the first preview than in the
 * result.
 */
const checkerApart = 24;

for (const motion of ['no-preference', 'reduce'] as const) {
  test(
    `no frame from drop to result is empty, and the photo does not reappear (motion: ${motion})`,
    {
      tag: ['@single', '@long'],
    },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: motion });
      await page.goto('/en/single');
      // The strip is loaded when the browser is idle, and takes some of the stage's height.
      await expect(page.locator('[data-slot=proof-strip]')).toBeVisible();
      const stopFilm = await film(page);
      await drop(page, fileAt(mug.path));
      await expectResult(page);
      await expect(page.getByRole('slider', { name: /Divider/ })).toBeVisible();
      await expect(page.locator('[data-slot=lift]')).toHaveCount(0);
      // Waits for the first frame without the animated element.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const frames = await stopFilm();
      const stage = await page.locator('[data-slot=stage]').boundingBox();
      if (!stage) throw new Error('no canvas is visible');

      const seen = frames.map((frame) => seenIn(PNG.sync.read(frame), stage, page.viewportSize()?.width ?? 0));
      const [page0] = seen;
      const photoFrames = seen.slice(seen.findIndex(({ left }) => page0 && !isNear(left, page0.left)));
      const photo = await photoColors(page);
      expect(photoFrames.length).toBeGreaterThan(3);
      const last = photoFrames.at(-1);
      for (const [at, frame] of photoFrames.entries()) {
        const note = `frame ${at} of ${photoFrames.length}`;
        // The photo is visible in the first frame, and its subject in every later one.
        expect(isNear(frame.subject, photo.subject), `${note}: ${frame.subject.join()}`).toBe(true);
        for (const place of ['left', 'leftBelow', 'right', 'rightBelow'] as const) {
          const before = photoFrames[at - 1]?.[place] ?? photo[place];
          const [gone, goneBefore] = [apart(frame[place], photo[place]), apart(before, photo[place])];
          expect(gone, `${note}, ${place}: ${frame[place].join()}`).toBeGreaterThanOrEqual(goneBefore - tolerance);
          if (motion === 'reduce' && last) {
            const isDone = apart(frame[place], last[place]) <= checkerApart;
            expect(isDone || isNear(frame[place], photo[place]), `${note}, ${place}: ${frame[place].join()}`).toBe(
              true,
            );
          }
        }
      }
      for (const place of ['left', 'right'] as const) expect(last && isNear(last[place], photo[place])).toBe(false);
    },
  );
}

function apart(one: Color, other: Color): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}

function isNear(one: Color, other: Color): boolean {
  return apart(one, other) <= tolerance;
}

/** Returns the photo's own colours at the positions, as the browser decodes it. */
async function photoColors(page: Page): Promise<Seen> {
  const { data, widthPx, heightPx } = await decodedByBrowser(page, readFileSync(mug.path), 'image/jpeg');
  return everyPlace(([across, down]) =>
    meanAround(data, widthPx, Math.round(across * widthPx), Math.round(down * heightPx), 4),
  );
}

function everyPlace(color: (place: readonly [across: number, down: number]) => Color): Seen {
  const { left, leftBelow, subject, right, rightBelow } = places;
  return {
    left: color(left),
    leftBelow: color(leftBelow),
    subject: color(subject),
    right: color(right),
    rightBelow: color(rightBelow),
  };
}

/**
 * Records the frames that the browser shows. @returns a function that stops recording and returns the PNG files in
 * order.
 */
async function film(page: Page): Promise<() => Promise<Buffer[]>> {
  const devtools = await page.context().newCDPSession(page);
  const frames: { readonly png: Buffer; readonly timeMs: number }[] = [];
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ png: Buffer.from(data, 'base64'), timeMs: (metadata.timestamp ?? 0) * 1000 });
    void devtools.send('Page.screencastFrameAck', { sessionId });
  });
  // Records at half the size, because encoding and decoding full frames takes longer than the removal.
  await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1, maxWidth: 720, maxHeight: 450 });
  return async () => {
    await devtools.send('Page.stopScreencast');
    // Frames do not always arrive in order.
    return frames.toSorted((one, other) => one.timeMs - other.timeMs).map(({ png }) => png);
  };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the colours on the screen at the positions of the fully visible photo. */
function seenIn({ width, data }: PNG, stage: Box, pageWidth: number): Seen {
  const scale = Math.min(1, (stage.width - 64) / mug.widthPx, (stage.height - 64) / mug.heightPx);
  const frameScale = width / pageWidth;
  return everyPlace(([across, down]) => {
    const x = stage.x + stage.width / 2 + (across - 0.5) * mug.widthPx * scale;
    const y = stage.y + stage.height / 2 + (down - 0.5) * mug.heightPx * scale;
    return meanAround(data, width, Math.round(x * frameScale), Math.round(y * frameScale), 1);
  });
}

/** Returns the mean RGB colour of the px around a position. */
function meanAround(data: Uint8Array, width: number, x: number, y: number, radius: number): Color {
  const sums = [0, 0, 0];
  for (let row = y - radius; row <= y + radius; row += 1) {
    for (let column = x - radius; column <= x + radius; column += 1) {
      for (const channel of [0, 1, 2])
        sums[channel] = (sums[channel] ?? 0) + (data[(row * width + column) * 4 + channel] ?? 0);
    }
  }
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.round(sum / (2 * radius + 1) ** 2));
  return [red, green, blue];
}
