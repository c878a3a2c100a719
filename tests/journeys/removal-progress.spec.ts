import { expect, type Page, test } from '@playwright/test';

import { subjectBox } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt } from '../support/tool-page.ts';

/** The last words of every stage, in their order. */
const stages = ['Preparing the image', 'Loading the model', 'Finding the subject', 'Creating the full-size cutout'];

interface Sample {
  readonly timeMs: number;
  readonly stage: string;
  /** The numbers beside its name. */
  readonly words: string;
}

test('the progress is told in numbers that only grow, to the end', { tag: ['@single', '@long'] }, async ({ page }) => {
  await page.goto('/en/single');
  await noteProgress(page);
  await drop(page, fileAt(picture('mug.jpg').path));
  await expectResult(page);
  const samples = await progressOf(page);

  // No stage comes again.
  expect(samples.map(({ stage }) => stage).filter((stage, at, all) => stage !== all[at - 1])).toEqual(stages);
  for (const [index, stage] of stages.entries()) {
    const own = samples.filter((sample) => sample.stage === stage);
    for (const { words } of own)
      expect(words).toMatch(/^$|^\d+%$|^\d of \d$|^[\d.]+ MB of 38\.8 MB$|^starting, [\d.]+s$/);
    const shares = own.flatMap(({ words }) => shareIn(words));
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));

    const [firstMs = 0] = own.map(({ timeMs }) => timeMs);
    const endMs = samples.find((sample) => sample.stage === stages[index + 1])?.timeMs ?? samples.at(-1)?.timeMs ?? 0;
    const fullMs = own.find(({ words }) => words === '100%')?.timeMs ?? endMs;
    expect(endMs - fullMs, `“${stage}” at 100 %`).toBeLessThanOrEqual((endMs - firstMs) / 10);
  }
  const percents = samples
    .filter(({ stage }) => stage === 'Finding the subject')
    .flatMap(({ words }) => shareIn(words));
  // The first pass ends before the half, and the second one is told as it goes on.
  expect(percents.some((share) => share > 0.5 && share < 1)).toBe(true);
});

test(
  'the subject is outlined where it is, before the cutout is there',
  { tag: ['@single', '@long'] },
  async ({ page }) => {
    const mug = picture('mug.jpg');
    await page.addInitScript(noteOutlines);
    await page.goto('/en/single');
    await drop(page, fileAt(mug.path));
    await expectResult(page);
    const { png } = await downloadedPng(page);
    const cutout = subjectBox(png);
    const outlines = await page.evaluate(() => window.outlines);
    expect(outlines.length).toBeGreaterThan(0);
    for (const { state, left, top, right, bottom } of outlines) {
      expect(state).toBe('working');
      const apart = [
        left * mug.widthPx - cutout.left,
        top * mug.heightPx - cutout.top,
        right * mug.widthPx - cutout.right,
        bottom * mug.heightPx - cutout.bottom,
      ];
      // Two px of what the network sees are about five of the image.
      for (const px of apart) expect(Math.abs(px)).toBeLessThan(12);
    }
    await expect(page.locator('[data-slot=subject-outline]')).toHaveCount(0);
  },
);

interface Outline {
  readonly state: string | null | undefined;
  /** Of the box around it, as shares of the image. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

declare global {
  interface Window {
    outlines: Outline[];
  }
}

/** In the page: tells every outline as it comes. */
function noteOutlines(): void {
  window.outlines = [];
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    for (const node of added.flatMap((each) => [each, ...each.querySelectorAll('[data-slot=subject-outline]')])) {
      if (!(node instanceof SVGSVGElement) || node.dataset['slot'] !== 'subject-outline') continue;
      const { x, y, width, height } = node.getBBox();
      const { width: wholeWidth, height: wholeHeight } = node.viewBox.baseVal;
      window.outlines.push({
        state: document.querySelector('[data-slot=session-view]')?.getAttribute('data-state'),
        left: x / wholeWidth,
        top: y / wholeHeight,
        right: (x + width) / wholeWidth,
        bottom: (y + height) / wholeHeight,
      });
    }
  }).observe(document, { subtree: true, childList: true });
}

/** @returns what part the numbers say is done, 0…1; nothing where they count seconds. */
function shareIn(words: string): number[] {
  const percent = /^([\d.]+)%$/.exec(words);
  if (percent) return [Number(percent[1]) / 100];
  const parts = /^([\d.]+)(?: MB)? of ([\d.]+)/.exec(words);
  return parts ? [Number(parts[1]) / Number(parts[2])] : [];
}

/** Writes down every word of the progress from now on, with each change of the page. */
async function noteProgress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const samples: Sample[] = [];
    Object.assign(window, { progressSamples: samples });
    const note = () => {
      const row = document.querySelector<HTMLElement>('[data-slot=stage-progress] li[aria-current=step]');
      const [stage, words = ''] = row?.innerText.split('\n').filter(Boolean) ?? [];
      if (!stage || (samples.at(-1)?.stage === stage && samples.at(-1)?.words === words)) return;
      samples.push({ timeMs: performance.now(), stage, words });
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

function progressOf(page: Page): Promise<Sample[]> {
  return page.evaluate(() => (window as unknown as { progressSamples: Sample[] }).progressSamples);
}
