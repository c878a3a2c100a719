/** @module-tag long */
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, userEvent as users, waitFor } from 'storybook/test';

import { createSegmentationSession } from '../../session/segmentation-session.ts';
import { photographGlass } from '../../testing/photograph-glass.ts';
import { writeBmp } from '../../testing/write-bmp.ts';
import type { CombineOutcome, CombineTwoShots } from '../../two-shots/combine-two-shots.ts';
import { ImageImport } from '../import/image-import.tsx';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { TwoShotsWay } from './two-shots-way.tsx';

interface StoryArgs {
  /** Photographs that are chosen at once. */
  chosen: readonly File[];
  /** Stands for the computation. */
  combine: CombineTwoShots;
}

const session = createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here')));
const size = { widthPx: 480, heightPx: 360 };
const onDark = await photographGlass('dark', { ...size, name: 'glass-on-black.png' });
const onLight = await photographGlass('light', { ...size, name: 'glass-on-white.png' });

const darkBmp = await writeBmp(onDark, 'glass-on-black.bmp');
const lightBmp = await writeBmp(onLight, 'glass-on-white.bmp');

const never: CombineTwoShots = (_dark, _light, { onProgress }) => {
  onProgress?.(0.42);
  return new Promise(() => undefined);
};
const ending =
  (outcome: CombineOutcome): CombineTwoShots =>
  () =>
    Promise.resolve(outcome);

const meta = {
  title: 'Image tools/Two shots',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { chosen: [], combine: never },
  loaders: [
    async ({ globals }) => ({
      i18n: await createI18n(
        String(globals['locale']) as Locale,
        ['common', 'tool', 'two-shots', 'errors'],
        importWords,
      ),
    }),
  ],
  render: ({ combine }, { loaded }) => (
    <I18nextProvider i18n={loaded['i18n']}>
      <EditorHostProvider host={{ session }}>
        <ImageImport>
          <main className="grid min-h-dvh place-items-center">
            <TwoShotsWay combine={combine} />
          </main>
        </ImageImport>
      </EditorHostProvider>
    </I18nextProvider>
  ),
  play: async ({ canvas, canvasElement, loaded, userEvent, args: { chosen } }) => {
    await userEvent.click(await canvas.findByRole('button', { name: loaded['i18n'].t('two-shots:open') }));
    const input = await waitFor(() => {
      const found = canvasElement.ownerDocument.querySelector<HTMLInputElement>('[data-shot=dark] input');
      if (!found) throw new Error('the dialog is not open yet');
      return found;
    });
    if (chosen.length === 0) return;
    await userEvent.upload(input, [...chosen]);
    await shown(canvasElement, '[data-shot] img');
  },
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

const { play } = meta;

/** Waits until the dialog, which is outside of the story's canvas, shows an element. */
const shown = (canvasElement: HTMLElement, selector: string) =>
  waitFor(() => expect(canvasElement.ownerDocument.querySelector(selector)).toBeVisible());

/** Presses the button that combines the photographs, and waits for an element. */
const combinedTo =
  (selector: string): NonNullable<Story['play']> =>
  async (context) => {
    await play(context);
    const { canvasElement, userEvent } = context;
    const button = canvasElement.ownerDocument.querySelector('[data-slot=dialog-footer] button:last-child');
    await waitFor(() => expect(button).toBeEnabled());
    if (button) await userEvent.click(button);
    await shown(canvasElement, selector);
  };

const phone = { viewport: { value: 'phone' } };
const pair = [onDark, onLight];

export const Empty: Story = {};
export const EmptyPhone: Story = { tags: ['!test'], globals: { ...phone, locale: 'de' } };
export const EmptyDark: Story = { tags: ['!test'], globals: { theme: 'dark', locale: 'zh' } };
export const OnePhotograph: Story = { args: { chosen: [onDark] } };
export const TwoPhotographs: Story = { args: { chosen: pair } };
/** The photographs have changed places, because the first one is lighter. */
export const WrongWayRound: Story = { args: { chosen: [onLight, onDark] } };
export const Combining: Story = { args: { chosen: pair }, play: combinedTo('[role=progressbar]') };
export const CombiningPhone: Story = { ...Combining, tags: ['!test'], globals: { ...phone, locale: 'ru' } };
export const SizesDiffer: Story = {
  args: { chosen: pair, combine: ending({ refusal: 'sizes-differ' }) },
  play: combinedTo('[data-code=sizes-differ]'),
};
export const BackgroundsAlike: Story = {
  args: { chosen: pair, combine: ending({ refusal: 'backgrounds-alike' }) },
  play: combinedTo('[data-code=backgrounds-alike]'),
};
export const NotAligned: Story = {
  args: { chosen: pair, combine: ending({ refusal: 'not-aligned' }) },
  play: combinedTo('[data-code=not-aligned]'),
};
export const NotAlignedPhone: Story = { ...NotAligned, tags: ['!test'], globals: { ...phone, locale: 'de' } };
export const ExposuresDiffer: Story = {
  args: { chosen: pair, combine: ending({ refusal: 'exposures-differ' }) },
  play: combinedTo('[data-code=exposures-differ]'),
};
export const OutOfMemory: Story = {
  args: { chosen: pair, combine: ending({ failure: { code: 'out-of-memory' } }) },
  play: combinedTo('[data-code=out-of-memory]'),
};
/** Both photographs are of a format that is converted first. */
export const OtherFormat: Story = {
  args: { chosen: [darkBmp, lightBmp] },
  play: async (context) => {
    await play({ ...context, args: { ...context.args, chosen: [] } });
    const { canvasElement, args } = context;
    const input = canvasElement.ownerDocument.querySelector<HTMLInputElement>('[data-shot=dark] input');
    // The dialog of the operating system can show files of every type.
    if (input) await users.setup({ applyAccept: false }).upload(input, [...args.chosen]);
    await shown(canvasElement, '[data-slot=conversion]');
  },
};
export const OtherFormatPhone: Story = { ...OtherFormat, tags: ['!test'], globals: { ...phone, locale: 'fr' } };
export const Converted: Story = {
  ...OtherFormat,
  play: async (context) => {
    await OtherFormat.play?.(context);
    const { canvasElement, userEvent } = context;
    const convert = canvasElement.ownerDocument.querySelector('[data-slot=conversion] button');
    if (convert) await userEvent.click(convert);
    await shown(canvasElement, '[data-shot=light] [data-slot=converted]');
    await expect(canvasElement.ownerDocument.activeElement).toHaveAttribute('data-picks-with');
  },
};
export const ConvertedPhone: Story = { ...Converted, tags: ['!test'], globals: { ...phone, locale: 'de' } };
/** One of two chosen files is no photograph. The other one was taken. */
export const UnsupportedFile: Story = {
  args: { chosen: [onDark, new File(['%PDF-1.7'], 'glass.png', { type: 'image/png' })] },
  play: async (context) => {
    await play(context);
    await shown(context.canvasElement, '[data-code=unsupported-format]');
  },
};
