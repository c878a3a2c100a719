import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { documents } from '@isola/photo-specs/documents';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { SheetSection, type SheetSectionProps } from './sheet-section.tsx';
import type { PhotoFile } from './use-photo-file.ts';

let saved: string[];

beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

async function readyFile(isForOtherUses: boolean): Promise<PhotoFile> {
  const canvas = new OffscreenCanvas(295, 413);
  canvas.getContext('2d')?.fillRect(0, 0, 295, 413);
  const file = await canvas.convertToBlob({ type: 'image/jpeg' });
  return { state: 'ready', photo: { isForOtherUses }, result: { file }, url: 'about:blank' } as unknown as PhotoFile;
}

async function show(props: Partial<SheetSectionProps>) {
  const i18n = await createI18n('en', ['id-photo-tool', 'tool', 'errors', 'editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <SheetSection
        documentId="us-passport"
        document={documents['us-passport']}
        file={await readyFile(false)}
        secondId={undefined}
        secondFile={{ state: 'none' }}
        onSecond={() => undefined}
        imageName="lin.jpg"
        {...props}
      />
    </I18nextProvider>,
  );
}

const button = () => page.getByRole('button', { name: 'Sheet as PDF' });

test('a sheet names every office that refuses its photo, also in the file’s name', { tags: ['long'] }, async () => {
  await show({ file: await readyFile(true), secondId: 'cn-passport', secondFile: await readyFile(true) });
  await expect.element(page.getByText(/Not for: United States.*China/)).toBeInTheDocument();
  await button().click();
  await expect.poll(() => saved).toEqual(['lin-not-for-us-passport-not-for-cn-passport-4x6.pdf']);
});

test('a sheet whose second office alone refuses the photo names only that office', { tags: ['long'] }, async () => {
  await show({ secondId: 'cn-passport', secondFile: await readyFile(true) });
  await expect.element(page.getByText(/Not for: China/)).toBeInTheDocument();
  await button().click();
  await expect.poll(() => saved).toEqual(['lin-not-for-cn-passport-4x6.pdf']);
});

test('a sheet without room for the photo says so by the size’s name, and cannot be saved', async () => {
  const size = { widthMm: 200, heightMm: 300 };
  await show({ documentId: 'own', document: { ...documents['us-passport'], size } });
  await expect.element(page.getByText(/no room for .*Own size/i)).toBeVisible();
  await expect.element(button()).toBeDisabled();
});

test('a second photo that could not be made says why, and can be made again', { tags: ['long'] }, async () => {
  const retry = vi.fn<() => void>();
  await show({ secondId: 'cn-passport', secondFile: { state: 'failed', failure: { code: 'out-of-memory' }, retry } });
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(retry).toHaveBeenCalledOnce();
  await expect.element(button()).toBeDisabled();
});
