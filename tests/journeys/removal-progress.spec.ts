import { expect, type Page, test } from '@playwright/test';

import { subjectBox } from '../support/editor-page.ts';
import { picture } from '../support/pictures.ts';
import { downloadedPng, drop, expectResult, fileAt } from '../support/tool-page.ts';

/** Texts of the stages, in order. */
const stages = ['Preparing the image', 'Loading the model', 'Finding the subject', 'Creating the full-size cutout'];

interface Sample {
  readonly timeMs: number;
  readonly stage: string;
  /** Numbers next to the stage's name. */
  readonly words: string;
}

test('the progress shows numbers that only grow, up to the end', { tag: ['@single', '@long'] }, async ({ page }) => {
  await page.goto('/en/single');
  await noteProgress(page);
  await drop(page, fileAt(picture('mug.jpg').path));
  await expectResult(page);
  const samples = await progressOf(page);

  // No stage occurs twice.
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
  // The first pass ends before half, and the second one reports its progress too.
  expect(percents.some((share) => share > 0.5 && share < 1)).toBe(true);
});

test(
  'the subject is outlined at its position before the cutout is ready',
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
      // Two px of the network's input are about five px of the image.
      for (const px of apart) expect(Math.abs(px)).toBeLessThan(12);
    }
    await expect(page.locator('[data-slot=subject-outline]')).toHaveCount(0);
  },
);

interface Outline {
  readonly state: string | null | undefined;
  /** Bounding box of the outline, as shares of the image. */
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

/** Runs in the page: records every outline as it appears. */
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

/** Returns the finished share (0…1) that the text states, or nothing when it counts seconds. */
function shareIn(words: string): number[] {
  const percent = /^([\d.]+)%$/.exec(words);
  if (percent) return [Number(percent[1]) / 100];
  const parts = /^([\d.]+)(?: MB)? of ([\d.]+)/.exec(words);
  return parts ? [Number(parts[1]) / Number(parts[2])] : [];
}

/** Records every text of the progress from now on, at each change of the page. */
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
