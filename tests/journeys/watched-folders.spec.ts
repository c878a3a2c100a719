import { expect, type Page, test } from '@playwright/test';
import { PNG } from 'pngjs';

import { isStored, rows } from '../support/batch-page.ts';

/** Draws a disc that is cut out already, so that no network is needed. */
function disc(red: number): Buffer {
  const png = new PNG({ width: 60, height: 60 });
  for (let at = 0; at < 3600; at += 1) {
    const isDisc = Math.hypot((at % 60) - 30, Math.floor(at / 60) - 30) < 20;
    if (isDisc) png.data.set([red, 90, 60, 255], at * 4);
  }
  return PNG.sync.write(png);
}

/** Answers the browser's folder picker, which a test cannot use, with folders of the private file system. */
const withFolders = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, {
      showDirectoryPicker: async ({ id }: { id: string }) =>
        (await navigator.storage.getDirectory()).getDirectoryHandle(id, { create: true }),
    });
  });

const put = (page: Page, name: string, bytes: Buffer) =>
  page.evaluate(
    async ([fileName, content]) => {
      const folder = await (
        await navigator.storage.getDirectory()
      ).getDirectoryHandle('isola-source', { create: true });
      const writable = await (await folder.getFileHandle(fileName, { create: true })).createWritable();
      await writable.write(Uint8Array.from(content));
      await writable.close();
    },
    [name, [...bytes]] as const,
  );

/** Returns the files of the second folder with their contents, by name. */
const results = (page: Page) =>
  page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('isola-target', { create: true });
    const files: Record<string, number[]> = {};
    for await (const handle of folder.values()) {
      if (handle.kind !== 'file') continue;
      // The browser's temporary file may be renamed to the result in the meantime.
      const file = await handle.getFile().catch(() => undefined);
      const bytes = await file?.arrayBuffer().catch(() => undefined);
      if (bytes) files[handle.name] = [...new Uint8Array(bytes)];
    }
    return files;
  });

const names = async (page: Page) => Object.keys(await results(page)).toSorted();

test(
  'images that arrive in a watched folder leave finished in the other, also after a reload, until the watch ends',
  { tag: ['@batch', '@folders', '@long'] },
  async ({ page }) => {
    await withFolders(page);
    await page.goto('/en/batch');
    await put(page, 'first.png', disc(200));
    const watch = page.getByRole('button', { name: 'Watch a folder' });
    // The button waits for the batch, and a press on a disabled one has no effect.
    await expect(watch).toBeEnabled();
    await watch.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Watch a folder' });
    const start = dialog.getByRole('button', { name: 'Start watching' });
    await expect(start).toBeDisabled();
    await dialog.getByRole('group', { name: 'Folder to watch' }).getByRole('button').press('Enter');
    await expect(dialog).toContainText('isola-source');
    await dialog.getByRole('group', { name: 'Folder for the results' }).getByRole('button').press('Enter');
    await expect(dialog).toContainText('isola-target');
    await start.press('Enter');
    await expect(dialog).toHaveCount(0);

    const note = page.locator('[data-slot=folder-note]');
    await expect(note).toContainText('Watching “isola-source”');
    await expect.poll(() => names(page), { timeout: 60_000 }).toEqual(['first-cutout.png']);
    await expect(note).toContainText('1 result saved to “isola-target”.');
    const { data, width } = PNG.sync.read(Buffer.from((await results(page))['first-cutout.png'] ?? []));
    expect([width, ...data.subarray((30 * 60 + 30) * 4, (30 * 60 + 30) * 4 + 4)]).toEqual([60, 200, 90, 60, 255]);
    expect(data[3]).toBe(0);

    await put(page, 'broken.png', Buffer.from('no pixels'));
    await expect(note).toContainText('Not taken: broken.png');
    await expect.poll(() => isStored(page)).toBe(true);
    await page.reload();
    await expect(note).toContainText('Watching “isola-source”');
    await put(page, 'second.png', disc(120));
    await expect.poll(() => names(page), { timeout: 60_000 }).toEqual(['first-cutout.png', 'second-cutout.png']);
    await expect(rows(page)).toHaveCount(2);

    await note.getByRole('button', { name: 'Stop watching' }).click();
    await expect(note).toHaveCount(0);
    await expect(rows(page)).toHaveCount(2);
    await page.reload();
    await expect(watch).toBeVisible();
    await expect(note).toHaveCount(0);
  },
);
