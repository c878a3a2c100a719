/** @module-tag long */
import { type Conversion, ConvertError } from '@isola/convert';
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { Banner } from '@isola/ui/banner';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, fn } from 'storybook/test';

import { ConversionNote } from './conversion-note.tsx';
import { ConversionControls } from './conversion-offer.tsx';
import type { ConversionState } from './use-conversion.ts';

interface StoryArgs {
  /** State of the offer. Without it, the note about `conversion` is shown. */
  state?: ConversionState;
  conversion: Partial<Conversion>;
  start: () => void;
  cancel: () => void;
  onDismiss: () => void;
}

const heic = new File([], 'IMG_0001.HEIC');

const meta = {
  title: 'Image tools/Conversion',
  tags: ['!autodocs'],
  args: { conversion: {}, start: fn(), cancel: fn(), onDismiss: fn() },
  loaders: [
    async ({ globals }) => ({
      i18n: await createI18n(String(globals['locale']) as Locale, ['common', 'tool', 'errors'], importWords),
    }),
  ],
  render: ({ state, conversion, start, cancel, onDismiss }, { loaded: { i18n } }) => (
    <I18nextProvider i18n={i18n}>
      <div className="max-w-160 p-4">
        {state ? (
          <Banner tone="danger" title={i18n.t('errors:unsupported-format.named', { format: 'HEIC' })}>
            <p>{i18n.t('errors:unsupported-format.text')}</p>
            <ConversionControls state={state} start={start} cancel={cancel} />
          </Banner>
        ) : (
          <ConversionNote
            conversion={{
              from: 'HEIC',
              to: 'JPEG',
              isFirstOfMany: false,
              isReduced: false,
              isApproximate: false,
              ...conversion,
            }}
            onDismiss={onDismiss}
          />
        )}
      </div>
    </I18nextProvider>
  ),
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

const phone = { viewport: { value: 'phone' } };
const failedWith = (...errors: ConvertError[]): ConversionState => ({
  state: 'failed',
  failed: errors.map((error) => ({ source: heic, error })),
});

export const Offered: Story = {
  args: { state: { state: 'idle' } },
  play: async ({ canvas, userEvent, args: { start, cancel } }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Convert on this device' }));
    await expect(start).toHaveBeenCalledOnce();
    await expect(cancel).not.toHaveBeenCalled();
  },
};
export const Loading: Story = {
  args: { state: { state: 'converting', stage: 'loading' } },
  play: async ({ canvas, userEvent, args: { start, cancel } }) => {
    await expect(await canvas.findByText('Loading the decoder…')).toBeVisible();
    await expect(canvas.getByRole('progressbar')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }));
    await expect(cancel).toHaveBeenCalledOnce();
    await expect(start).not.toHaveBeenCalled();
  },
};
export const Converting: Story = { args: { state: { state: 'converting', stage: 'decoding' } } };
export const Saving: Story = { args: { state: { state: 'converting', stage: 'encoding' } } };
/** The button stays, so that the file can be tried again. */
export const Failed: Story = {
  args: { state: failedWith(new ConvertError('damaged-image')) },
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText(/incomplete or corrupted/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Convert on this device' })).toBeEnabled();
    // The name of a single file is known.
    await expect(canvasElement).not.toHaveTextContent('IMG_0001.HEIC');
  },
};
/** The technical term of the kind is the same in every language. */
export const UnsupportedKind: Story = { args: { state: failedWith(new ConvertError('unsupported-variant', 'HDR')) } };
export const OutOfMemory: Story = { args: { state: failedWith(new ConvertError('out-of-memory')) } };
export const TimedOut: Story = { args: { state: failedWith(new ConvertError('timed-out')) } };
export const NotLoaded: Story = { args: { state: failedWith(new ConvertError('resource-load-failed')) } };
/** Each of several files is named with its reason. */
export const TwoFailed: Story = {
  args: { state: failedWith(new ConvertError('damaged-image'), new ConvertError('image-too-large')) },
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByText('IMG_0001.HEIC')).toHaveLength(2);
  },
};
export const FailedPhone: Story = { ...TwoFailed, tags: ['!test'], globals: { ...phone, locale: 'de' } };

export const Converted: Story = {
  play: async ({ canvas, userEvent, args: { onDismiss } }) => {
    await expect(await canvas.findByText('Converted from HEIC to JPEG on this device')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss' }));
    await expect(onDismiss).toHaveBeenCalledOnce();
  },
};
export const ApproximateColors: Story = {
  args: { conversion: { from: 'TIFF', to: 'PNG', isApproximate: true } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Its CMYK colours are approximate.')).toBeVisible();
  },
};
export const FirstOfMany: Story = {
  args: { conversion: { from: 'GIF', to: 'PNG', isFirstOfMany: true } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/contains several images/)).toBeVisible();
  },
};
export const Reduced: Story = {
  args: { conversion: { from: 'TIFF', isReduced: true } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/quality was reduced/)).toBeVisible();
  },
};
export const EverythingPhone: Story = {
  tags: ['!test'],
  args: { conversion: { from: 'TIFF', isFirstOfMany: true, isReduced: true, isApproximate: true } },
  globals: { ...phone, locale: 'ru', theme: 'dark' },
};
