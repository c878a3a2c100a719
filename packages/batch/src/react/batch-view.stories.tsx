/** @module-tag long */
import { createSegmentationSession } from '@isola/editor';
import { EditorHostProvider } from '@isola/editor/react';
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, fn, screen, waitFor } from 'storybook/test';

import { BatchView } from './batch-view.tsx';
import { createFakeBatch, fakeItems, type FakeOptions } from './testing/create-fake-batch.ts';

import basketUrl from '../../../../pictures/basket.cutout.webp';
import bottleUrl from '../../../../pictures/bottle.cutout.webp';
import chairUrl from '../../../../pictures/chair.cutout.webp';
import headphonesUrl from '../../../../pictures/headphones.cutout.webp';
import mugUrl from '../../../../pictures/mug.cutout.webp';
import shoeUrl from '../../../../pictures/shoe.cutout.webp';

const pictures = [shoeUrl, mugUrl, chairUrl, headphonesUrl, bottleUrl, basketUrl];
const session = createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here')));
const host = { session };

interface StoryArgs {
  /** State of the fake batch. */
  batch: FakeOptions;
}

const namespaces = ['common', 'pages', 'batch', 'tool', 'editor', 'shop-photo', 'errors', 'messages'] as const;

const meta = {
  title: 'Screens/Batch',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { batch: {} },
  loaders: [
    async ({ globals, args }) => {
      const fake = createFakeBatch({ pictures, ...args.batch });
      return {
        i18n: await createI18n(String(globals['locale']) as Locale, [...namespaces], importWords),
        load: () => Promise.resolve(fake),
      };
    },
  ],
  render: (_, { loaded }) => (
    <I18nextProvider i18n={loaded['i18n']}>
      <EditorHostProvider host={host}>
        <main className="flex min-h-dvh flex-col pt-16 text-14">
          <BatchView
            load={loaded['load']}
            maxItems={50}
            heading={<h1 className="text-28 font-semibold">{loaded['i18n'].t('pages:batch.title')}</h1>}
            layout="page"
            onEvent={fn()}
          />
        </main>
      </EditorHostProvider>
    </I18nextProvider>
  ),
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

/** Chooses the list, as a visitor did earlier. */
function withList(): () => void {
  localStorage.setItem('batch-view', 'list');
  return () => localStorage.removeItem('batch-view');
}

const running = { activity: { kind: 'running' }, pace: { imagesPerMinute: 24, remainingMs: 41_000 } } as const;

export const Empty: Story = {};

export const Three: Story = { args: { batch: { items: fakeItems({ count: 3, processed: 1 }), ...running } } };

export const Fifty: Story = {
  args: { batch: { items: fakeItems({ count: 50, processed: 18, failedEvery: 7 }), ...running } },
};

/** Only the tiles in view are in the page. The keyboard still reaches the last one. */
export const TwoHundred: Story = {
  args: { batch: { items: fakeItems({ count: 200, processed: 120 }), ...running } },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const grid = await canvas.findByRole('grid');
    await waitFor(() => expect(canvas.getAllByRole('gridcell').length).toBeGreaterThan(3));
    await expect(canvas.getAllByRole('gridcell').length).toBeLessThan(60);
    const [first] = canvas.getAllByRole('gridcell');
    first?.focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-id', 'item-200'));
    await expect(grid.scrollTop).toBeGreaterThan(1000);
    await expect(canvasElement.querySelectorAll('[data-slot=batch-item]').length).toBeLessThan(60);
  },
};

export const Failed: Story = {
  args: { batch: { items: fakeItems({ count: 12, processed: 12, failedEvery: 3 }) } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Retry 4 failed' }));
    await waitFor(() => expect(canvas.queryAllByRole('button', { name: 'Retry 4 failed' })).toHaveLength(0));
  },
};

export const Paused: Story = {
  args: {
    batch: { items: fakeItems({ count: 50, processed: 18 }), activity: { kind: 'paused', reason: 'battery' } },
  },
};

/** A lesson has changed three images, one of which is doubtful. All of them are undone with one button. */
export const Taught: Story = {
  args: {
    batch: {
      items: fakeItems({ count: 12, processed: 12, doubtfulEvery: 12 }).map((item, index) => ({
        ...item,
        ...(index % 5 === 1 && { isTaught: true as const }),
      })),
      lesson: { state: 'applied', changed: 3, failed: 1 },
    },
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const marks = () => canvasElement.querySelectorAll('[data-slot=taught-mark]');
    await waitFor(() => expect(marks()).toHaveLength(3));
    await userEvent.click(await canvas.findByRole('button', { name: 'Undo all' }));
    await waitFor(() => expect(marks()).toHaveLength(0));
    await expect(canvas.queryAllByText('The correction changed 3 more images')).toHaveLength(0);
  },
};

export const Teaching: Story = {
  args: {
    batch: {
      items: fakeItems({ count: 12, processed: 12 }),
      lesson: { state: 'applying', tried: 4, total: 11, changed: 2 },
      ...running,
    },
  },
};

export const TaughtTooLittle: Story = {
  args: { batch: { items: fakeItems({ count: 12, processed: 12 }), lesson: { state: 'too-small' } } },
};

/** Each doubtful result is accepted with one key. A removed item can be restored. */
export const FinishedWithDoubts: Story = {
  args: { batch: { items: fakeItems({ count: 50, processed: 50, doubtfulEvery: 12, failedEvery: 23 }) } },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('heading', { name: 'Look at these 4' });
    const [first] = canvas.getAllByRole('gridcell');
    first?.focus();
    await userEvent.keyboard('a');
    await canvas.findByRole('heading', { name: 'Look at these 3' });
    await userEvent.keyboard('{Delete}');
    await canvas.findByRole('heading', { name: 'Look at these 2' });
    await userEvent.keyboard('{Control>}z{/Control}');
    await canvas.findByRole('heading', { name: 'Look at these 3' });
  },
};

/** The large view shows one result after the other. Its keys are those of the tiles. */
export const LargeView: Story = {
  args: FinishedWithDoubts.args ?? {},
  play: async ({ canvas, userEvent }) => {
    const [first] = await canvas.findAllByRole('gridcell');
    first?.focus();
    await userEvent.keyboard(' ');
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog).toBeVisible());
  },
};

/** The second view. Results that the user should check are tiles here, too. */
export const List: Story = { args: FinishedWithDoubts.args ?? {}, beforeEach: withList };

/** A copy can be removed, and images of the same thing can take over settings and a name. */
export const Alike: Story = {
  args: {
    batch: {
      items: fakeItems({ count: 12, processed: 12 }),
      alike: [
        { kind: 'copies', key: 'copies', originalId: 'item-1', copyIds: ['item-7'] },
        {
          kind: 'sisters',
          key: 'sisters',
          ids: ['item-2', 'item-3', 'item-8', 'item-9'],
          sourceId: 'item-3',
          commonName: 'mug-teal',
        },
      ],
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Remove the copy' }));
    // A screen reader is told the same in a status that nobody sees.
    const shown = { selector: ':not([role=status])' };
    await canvas.findByText('1 image removed', shown);
    await userEvent.click(canvas.getByRole('button', { name: 'Same scale, crop and shadow' }));
    await canvas.findByText('Same scale, crop and shadow for 3 more images', shown);
  },
};

export const Finished: Story = { args: { batch: { items: fakeItems({ count: 12, processed: 12 }) } } };

/** Four of twelve results show the current preset, and eight the previous one. */
const halfUpdated = fakeItems({ count: 12, processed: 12 }).map((item, index) =>
  'isOutdated' in item && index >= 4 ? { ...item, isOutdated: true } : item,
);

/** Hides the file picker, which a scripted click may not open. The zip becomes a download of the browser instead. */
function withoutFilePicker(): () => void {
  const { showSaveFilePicker } = window as { readonly showSaveFilePicker?: unknown };
  Object.assign(window, { showSaveFilePicker: undefined });
  return () => Object.assign(window, { showSaveFilePicker });
}

/** A download waits for outdated results. It can be limited to the ready ones, or cancelled. */
export const DownloadWaiting: Story = {
  beforeEach: withoutFilePicker,
  args: { batch: { items: halfUpdated, activity: { kind: 'running' } } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Download 12' }));
    await expect(await canvas.findByRole('button', { name: '4 of 12 ready' })).toHaveFocus();
    await canvas.findByRole('button', { name: 'Only the 4 that are ready' });
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel the download' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Download 12' }));
    await canvas.findByRole('button', { name: '4 of 12 ready' });
  },
};

/** In a paused batch, the download starts only after the user has chosen what to download. */
export const DownloadPaused: Story = {
  args: { batch: { items: halfUpdated, activity: { kind: 'paused', reason: 'user' } } },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('paused · 8 still to be updated to the preset');
    await userEvent.click(await canvas.findByRole('button', { name: 'Download 12' }));
    await expect(await canvas.findByRole('button', { name: 'Resume, then download 12' })).toHaveFocus();
    await canvas.findByRole('button', { name: 'Only the 4 that are ready' });
  },
};

export const StorageFull: Story = {
  args: { batch: { items: fakeItems({ count: 12, processed: 6 }), storage: 'full', restoredCount: 6, ...running } },
};

/** The browser has deleted the stored data while the page was open, and two images came from an earlier visit. */
export const StorageDeleted: Story = {
  args: { batch: { items: fakeItems({ count: 12, processed: 6 }), deletedCount: 12, unreadableCount: 2, ...running } },
  play: async ({ canvas }) => {
    await canvas.findByText('The browser deleted what this page had saved');
    await canvas.findByText(/^2 images can no longer be read/);
  },
};

/**
 * An image that is dropped on the background becomes the background. An image that is dropped elsewhere is added to the
 * list.
 */
export const OwnBackground: Story = {
  args: { batch: { items: fakeItems({ count: 3, processed: 3 }) } },
  play: async ({ canvas }) => {
    const background = await canvas.findByRole('region', { name: 'Background' });
    const image = new File([await (await fetch(mugUrl)).blob()], 'wall.webp', { type: 'image/webp' });
    const grid = canvas.getByRole('grid');
    // The message for dragged files is not shown over the background section.
    drag('dragenter', grid, image);
    await canvas.findByText('Let go to add them');
    drag('dragenter', background, image);
    await waitFor(() => expect(canvas.queryAllByText('Let go to add them')).toHaveLength(0));
    drag('drop', background, image);
    await expect(await canvas.findByRole('button', { name: 'Own image 1' })).toHaveAttribute('aria-pressed', 'true');
    drag('drop', background, new File(['a text'], 'wall.png', { type: 'image/png' }));
    await expect(await canvas.findByRole('alert')).toHaveAttribute('data-code', 'unsupported-format');
    await expect(canvas.getByRole('button', { name: 'Own image 1' })).toHaveAttribute('aria-pressed', 'true');
    await expect(canvas.getAllByRole('gridcell')).toHaveLength(3);
    drag('drop', grid, image);
    await waitFor(() => expect(canvas.getAllByRole('gridcell')).toHaveLength(4));
    canvas.getByRole('button', { name: 'Reset the preset' }).click();
    await waitFor(() => expect(canvas.queryAllByRole('button', { name: 'Own image 1' })).toHaveLength(0));
  },
};

function drag(type: 'dragenter' | 'drop', target: Element, file: File): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

export const Phone: Story = { ...Fifty, globals: { viewport: { value: 'phone' } } };
export const PhoneFinished: Story = {
  args: FinishedWithDoubts.args ?? {},
  globals: { viewport: { value: 'phone' } },
};
export const PhoneDownloadPaused: Story = {
  args: DownloadPaused.args ?? {},
  globals: { viewport: { value: 'phone' }, locale: 'de' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '12 herunterladen' }));
    await canvas.findByRole('button', { name: 'Fortsetzen, dann 12 herunterladen' });
  },
};
export const LongestLanguage: Story = { ...Fifty, globals: { locale: 'de' } };
export const Chinese: Story = { ...Fifty, globals: { locale: 'zh' } };
export const Dark: Story = { ...Fifty, globals: { theme: 'dark' } };
export const DarkFinished: Story = { args: FinishedWithDoubts.args ?? {}, globals: { theme: 'dark' } };
