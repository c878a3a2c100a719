import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { picture } from '../support/pictures.ts';
import { drop, open, seen, until, type Workplace } from './steps.ts';

/** Sizes of the windows, in CSS pixels. */
const sizes = [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const;

const fileField = '[data-slot=drop-zone] input[type=file]:not([webkitdirectory])';

/** Takes screenshots of home, a single image, a batch and an ID photo, each with its result. */
export async function takeScreenshots({ tab, wire }: Workplace, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const shoot = async (name: string) => {
    for (const [width, height] of sizes)
      writeFileSync(join(folder, `${name}-${width}.png`), await tab.screenshot(width, height));
  };
  await open(tab, `${wire.origin}/en`);
  await shoot('home');
  await open(tab, `${wire.origin}/en/single`);
  await tab.choose(fileField, [picture('mug.jpg').path]);
  await seen(tab, '[data-slot=session-view][data-state=done]');
  await seen(tab, '[data-slot=tool-rail]');
  await shoot('single');
  await open(tab, `${wire.origin}/en/batch`);
  await drop(
    tab,
    ['mug.jpg', 'shoe.jpg', 'plant.jpg', 'creature.jpg', 'headphones.jpg'].map((name) => ({
      name,
      bytes: readFileSync(picture(name).path),
    })),
  );
  await until(tab, 'five results', () =>
    tab.evaluate(() => document.querySelectorAll('[data-slot=batch-item][data-state=done]').length === 5),
  );
  await shoot('batch');
  await open(tab, `${wire.origin}/en/id-photo`);
  await tab.choose(fileField, [picture('figure.jpg').path]);
  await seen(tab, '[data-slot=photo-file][data-state=ready]');
  await shoot('id-photo');
}
