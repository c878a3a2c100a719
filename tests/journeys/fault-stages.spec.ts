import { expect, test } from '@playwright/test';

import { coversFault } from '../support/covers-fault.ts';
import { killWorkerAt, refuseMemoryAt, type WorkingStage } from '../support/fault-switch.ts';
import { withDataSaver } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';
import { drop, expectResult, fileAt, sessionView, withLittleMemory } from '../support/tool-page.ts';
import { expectMessage } from '../support/words.ts';

const photo = picture('small/mug.jpg').path;

/** Stages of a removal, in the words of the table. */
const stages: readonly (readonly [stage: WorkingStage, words: string])[] = [
  ['preprocessing', 'the image is being read'],
  ['loading-model', 'the model is being loaded'],
  ['segmenting', 'the network runs'],
  ['postprocessing', 'the edge is being computed'],
];

// The model is loaded for the image, and not in advance.
test.beforeEach(({ page }) => withDataSaver(page));

for (const [stage, words] of stages) {
  test(`a worker that ends while ${words} is replaced`, { tag: ['@faults', '@long'] }, async ({ page }) => {
    coversFault({
      fault: `the browser ends the worker while ${words}`,
      sees: 'the result, and a line that it was computed in the page itself',
      kept: 'the image and its result',
    });
    await withLittleMemory(page);
    await killWorkerAt(page, stage);
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expectResult(page);
    await expect(sessionView(page)).toHaveAttribute('data-thread', 'main');
  });

  test(`memory that is refused while ${words} is reported`, { tag: ['@faults', '@long'] }, async ({ page }) => {
    coversFault({
      fault: `the browser refuses memory while ${words}`,
      sees: 'errors:out-of-memory',
      kept: 'the image, and “Try again” gives its result',
    });
    await withLittleMemory(page);
    const grantAgain = await refuseMemoryAt(page, stage);
    await page.goto('/en/single');
    await drop(page, fileAt(photo));
    await expect(sessionView(page)).toHaveAttribute('data-state', 'failed', { timeout: 120_000 });
    await expectMessage(page.getByRole('alert'), 'errors:out-of-memory');
    await grantAgain();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectResult(page);
  });
}
