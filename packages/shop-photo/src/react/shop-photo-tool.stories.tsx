import { createSegmentationSession, type SegmentationSession } from '@isola/editor';
import { EditorHostProvider } from '@isola/editor/react';
import { segmentationOf } from '@isola/editor/testing';
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { Button } from '@isola/ui/button';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, fn, spyOn, waitFor } from 'storybook/test';

import { ShopPhotoTool, type ShopPhotoToolProps } from './shop-photo-tool.tsx';

import mugUrl from '../../../../pictures/mug.cutout.webp';
import shoeUrl from '../../../../pictures/shoe.cutout.webp';

interface StoryArgs {
  open: 'nothing' | 'working' | 'cancelled' | 'failed' | 'product' | 'no-subject';
  makes: ShopPhotoToolProps['makes'];
  picture: string;
  /** What this device remembers. */
  shops: readonly string[];
}

const namespaces = ['common', 'pages', 'shop-photo', 'tool', 'errors', 'messages'] as const;

/** A cutout of this repository as an image of which there is a result. */
async function opened(url: string, hasSubject: boolean) {
  const file = await (await fetch(url)).blob();
  const bitmap = await createImageBitmap(file);
  const { width: widthPx, height: heightPx } = bitmap;
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  const alpha = new Uint8ClampedArray(widthPx * heightPx);
  if (hasSubject) for (let at = 0; at < alpha.length; at += 1) alpha[at] = data[at * 4 + 3] ?? 0;
  const segmentation = await segmentationOf(await canvas.convertToBlob(), { widthPx, heightPx, data: alpha });
  return { image: { file, name: 'product.webp', url: URL.createObjectURL(file), bitmap }, segmentation };
}

async function sessionWith({ open, picture }: StoryArgs): Promise<SegmentationSession> {
  const session = createSegmentationSession(() =>
    open === 'failed' ? Promise.reject(new Error('no model here')) : new Promise(() => undefined),
  );
  if (open === 'nothing') return session;
  const { image, segmentation } = await opened(picture, open !== 'no-subject');
  if (open === 'product' || open === 'no-subject') session.open(image, segmentation);
  else session.resume(image, open !== 'cancelled');
  return session;
}

const meta = {
  title: 'Shop photos/ShopPhotoTool',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { open: 'product', makes: 'marketplaces', picture: shoeUrl, shops: ['amazon', 'taobao', 'ozon'] },
  loaders: [
    async ({ globals, args }) => {
      localStorage.setItem('isola:marketplaces', JSON.stringify(args.shops));
      return {
        i18n: await createI18n(String(globals['locale']) as Locale, [...namespaces], importWords),
        session: await sessionWith(args),
      };
    },
  ],
  render: ({ makes }, { loaded }) => (
    <I18nextProvider i18n={loaded['i18n']}>
      <EditorHostProvider host={{ session: loaded['session'] }}>
        <main className="mx-auto max-w-310 p-4 text-14 sm:p-10">
          <h1 className="mb-6 text-28 font-semibold">{loaded['i18n'].t('pages:ecommerce.title')}</h1>
          <ShopPhotoTool
            makes={makes}
            samples={null}
            onFilled={fn()}
            renderEditLink={(words) => (
              <Button variant="ghost" size="sm">
                {words}
              </Button>
            )}
          />
        </main>
      </EditorHostProvider>
    </I18nextProvider>
  ),
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

export const Empty: Story = { args: { open: 'nothing' } };

export const Working: Story = { args: { open: 'working' } };

export const Cancelled: Story = { args: { open: 'cancelled' } };

export const Failed: Story = { args: { open: 'failed' } };

export const NoSubject: Story = { args: { open: 'no-subject' } };

export const NoneChosen: Story = { args: { shops: [] } };

/** The files are made at a press, and each is measured again. */
export const Made: Story = {
  args: { shops: ['amazon', 'taobao'] },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const saved = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await userEvent.click(await canvas.findByRole('button', { name: 'Download 2 files' }));
    await waitFor(() => expect(canvas.getByText('2 files keep every rule')).toBeVisible(), { timeout: 20_000 });
    await expect(canvasElement.querySelectorAll('[data-slot=rules][data-state=pass]')).toHaveLength(2);
    await waitFor(() => expect(saved).toHaveBeenCalled());
    saved.mockRestore();
  },
};

/** Moved against the edge, and too small: both are found in the file, and a reset puts the product back. */
export const Failing: Story = {
  args: { shops: ['coupang'] },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const saved = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const stage = await canvas.findByRole('button', { name: /^Coupang: move/ });
    stage.focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}');
    await userEvent.click(canvas.getByRole('button', { name: 'Download 1 file' }));
    const rule = (id: string) => canvasElement.querySelector(`[data-rule=${id}]`);
    await waitFor(() => expect(rule('edge')).toHaveAttribute('data-state', 'fail'), { timeout: 20_000 });
    await expect(rule('pixels')).toHaveAttribute('data-state', 'pass');
    saved.mockRestore();
  },
};

/** Files of one's own: shadows are allowed in both. */
export const ProductPhoto: Story = { args: { makes: ['white', 'transparent'], picture: mugUrl } };

export const Phone: Story = { globals: { viewport: { value: 'phone' } } };

/** To be looked at: a journey reads it. */
export const LongestLanguage: Story = {
  tags: ['!test'],
  globals: { locale: 'de' },
  args: { shops: ['amazon', 'ebay', 'google'] },
};

export const Dark: Story = { globals: { theme: 'dark' } };
