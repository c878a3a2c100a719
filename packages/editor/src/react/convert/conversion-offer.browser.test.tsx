import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { writeBmp } from '../../testing/write-bmp.ts';
import { ConversionOffer } from './conversion-offer.tsx';

const canvas = new OffscreenCanvas(8, 6);
canvas.getContext('2d')?.fillRect(0, 0, 8, 6);
const whole = await writeBmp(await canvas.convertToBlob(), 'whole.bmp');
const cut = new File([whole.slice(0, 40)], 'cut.bmp');
const button = page.getByRole('button', { name: 'Convert on this device' });

test('the reason why a file failed goes with the file, and the next one is converted', { tags: ['long'] }, async () => {
  const i18n = await createI18n('en', ['errors', 'tool'], importWords);
  const onConverted = vi.fn();
  const offer = (file: File) => (
    <I18nextProvider i18n={i18n}>
      <ConversionOffer files={[file]} onConverted={onConverted} />
    </I18nextProvider>
  );
  const { rerender } = await render(offer(cut));
  await button.click();
  await expect.element(page.getByRole('status')).toMatchTextContent(/incomplete or corrupted/);
  await rerender(offer(whole));
  await expect.element(page.getByText('incomplete or corrupted')).not.toBeInTheDocument();
  await button.click();
  await expect.poll(() => onConverted.mock.calls.length).toBe(1);
  expect(onConverted.mock.calls[0]?.[0]).toMatchObject([{ source: whole, conversion: { from: 'BMP', to: 'PNG' } }]);
});

test('of several files, those that fail are named, and the others are converted', async () => {
  const i18n = await createI18n('en', ['errors', 'tool'], importWords);
  const onConverted = vi.fn();
  const damaged = new File([cut], 'also-cut.bmp');
  await render(
    <I18nextProvider i18n={i18n}>
      <ConversionOffer files={[cut, whole, damaged]} onConverted={onConverted} />
    </I18nextProvider>,
  );
  await button.click();
  await expect.element(page.getByText('also-cut.bmp')).toBeVisible();
  await expect.element(page.getByText('cut.bmp', { exact: true })).toBeVisible();
  expect(onConverted.mock.calls).toMatchObject([[[{ source: whole }]]]);
});
