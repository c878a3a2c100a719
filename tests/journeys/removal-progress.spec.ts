import { expect, type Page, test } from '@playwright/test';

import { picture } from '../support/pictures.ts';
import { drop, expectResult, fileAt, withLittleMemory } from '../support/tool-page.ts';

/** The last words of every stage, in their order. */
const stages = ['Preparing the image', 'Loading the model', 'Finding the subject', 'Creating the full-size cutout'];

interface Sample {
  readonly timeMs: number;
  readonly stage: string;
  /** The numbers beside its name. */
  readonly words: string;
}

// Of the first the network is sure; of the second it is not where memory allows it few pixels.
for (const [file, passes] of [
  ['mug.jpg', 1],
  ['glass.jpg', 2],
] as const) {
  test(
    `the progress of ${passes === 1 ? 'one pass' : 'two passes'} is told in numbers that only grow, to the end`,
    {
      tag: ['@single', '@long'],
    },
    async ({ page }) => {
      if (passes === 2) await withLittleMemory(page);
      await page.goto('/en/single');
      await noteProgress(page);
      await drop(page, fileAt(picture(file).path));
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
        const endMs =
          samples.find((sample) => sample.stage === stages[index + 1])?.timeMs ?? samples.at(-1)?.timeMs ?? 0;
        const fullMs = own.find(({ words }) => words === '100%')?.timeMs ?? endMs;
        expect(endMs - fullMs, `“${stage}” at 100 %`).toBeLessThanOrEqual((endMs - firstMs) / 10);
      }
      const percents = samples
        .filter(({ stage }) => stage === 'Finding the subject')
        .flatMap(({ words }) => shareIn(words));
      // The first of two is less than two thirds of the work.
      expect(percents.some((share) => share > 0.66 && share < 1)).toBe(passes === 2);
    },
  );
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
