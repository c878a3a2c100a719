import { readFileSync } from 'node:fs';

import { expect, type Page, test } from '@playwright/test';

import { chooseInPicker } from '../support/choose-in-picker.ts';
import { booted } from '../support/first-visit.ts';
import { picture } from '../support/pictures.ts';

interface Step {
  readonly press: string;
  readonly role: string;
  readonly name: string | undefined;
  readonly isPressed: boolean;
  readonly announced: readonly string[];
}

test('the main job works as docs/main-job.md describes', { tag: ['@single', '@editor'] }, async ({ page }) => {
  const announced: string[] = [];
  await page.exposeFunction('announce', (text: string) => announced.push(text));
  await page.addInitScript(tellAnnouncements);
  const chosen = chooseInPicker(page, picture('mug.jpg').path);
  await page.goto('/en/single');
  await booted(page);
  const steps = writtenSteps();
  expect(steps.length).toBeGreaterThan(5);
  let from = 0;
  const download = page.waitForEvent('download', { timeout: 0 });
  for (const step of steps) {
    await test.step(`${step.press} → ${step.role} ${step.name ?? ''}`, async () => {
      // An announcement may have arrived while the previous step was checked, so the search restarts only with a key
      // press.
      if (step.press.includes('`')) from = announced.length;
      await press(page, step);
      if (step.press.endsWith('choose a file')) await chosen;
      await expect.poll(() => focused(page), { timeout: 150_000 }).toBe(`${step.role} ${step.name ?? ''}`.trim());
      if (step.isPressed) await expect(page.locator(':focus')).toHaveAttribute('aria-pressed', 'true');
      for (const text of step.announced) {
        await expect.poll(() => announced.slice(from).join('\n'), { timeout: 150_000 }).toContain(text);
      }
    });
  }
  const file = await download;
  expect(file.suggestedFilename()).toBe('mug-cutout.jpg');
  expect(await cornerOf(page, readFileSync(await file.path(), 'base64'))).toEqual([255, 255, 255, 255]);
});

/** Decodes an image in the page and returns the channels of its first pixel. */
async function cornerOf(page: Page, base64: string): Promise<number[]> {
  return await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))]));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  }, base64);
}

/** Returns the rows of the table in docs/main-job.md. */
function writtenSteps(): Step[] {
  const text = readFileSync(new URL('../../docs/main-job.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  return rows.slice(1).map((row) => {
    const [, action = '', focus = '', announcements = ''] = row.split('|').map((cell) => cell.trim());
    return {
      press: action,
      role: /^[a-z]+/.exec(focus)?.[0] ?? '',
      name: /“(.+?)”/.exec(focus)?.[1],
      isPressed: focus.endsWith(', pressed'),
      announced: [...announcements.matchAll(/“(.+?)”/g)].map(([, said = '']) => said),
    };
  });
}

async function press(page: Page, { press: action, role, name = '' }: Step): Promise<void> {
  const key = /`(.+?)`/.exec(action)?.[1];
  if (!key) return;
  if (action.endsWith('until')) {
    for (let count = 0; count < 60 && (await focused(page)) !== `${role} ${name}`; count += 1)
      await page.keyboard.press(key);
  } else {
    await page.keyboard.press(key);
  }
}

/** Returns the role and the start of the name of the focused element, as the browser computes them. */
async function focused(page: Page): Promise<string> {
  const tree = await page
    .locator(':focus')
    .ariaSnapshot({ timeout: 1_000 })
    .catch(() => '');
  const [, role = '', name = ''] = /^- (\w+)(?: "(.+?)")?/.exec(tree) ?? [];
  // The file size follows the name and is removed.
  return `${role} ${name.replace(/ ?[\d.,]+ k?B$/, '')}`.trim();
}

/** Runs in the page: reports each text that appears in a live region. */
function tellAnnouncements(): void {
  const told = new Map<Element, string>();
  new MutationObserver(() => {
    for (const region of document.querySelectorAll(
      '[aria-live]:not([aria-live=off]), [role=status], [role=alert], output',
    )) {
      const text = region.checkVisibility() ? (region.textContent ?? '') : '';
      if (told.get(region) === text) continue;
      told.set(region, text);
      (window as unknown as { announce(text: string): void }).announce(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
