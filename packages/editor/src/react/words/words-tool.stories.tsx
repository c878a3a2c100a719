/** @module-tag long */
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, waitFor } from 'storybook/test';

import { createImageDocument } from '../../document/image-document.ts';
import { builtInRegistries, type EditorRegistries } from '../../registry/registries.ts';
import { createSegmentationSession } from '../../session/segmentation-session.ts';
import { createWords } from '../../words/create-words.ts';
import type { RequestPictures } from '../../words/provider-maker.ts';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { WordsTool, type WordsToolProps } from './words-tool.tsx';

interface StoryArgs extends Pick<WordsToolProps, 'layout'> {
  /** Returns the server's answer to an order. Without it, the server has no provider. */
  answer?: () => Promise<Response>;
  /** Registries of the editor. */
  registries: EditorRegistries;
}

const session = createSegmentationSession(() => Promise.reject(new Error('nothing is segmented here')));

const meta = {
  title: 'Image tools/Words',
  tags: ['!autodocs'],
  args: { layout: 'bar', registries: builtInRegistries },
  loaders: [
    async ({ globals, args: { answer } }) => {
      localStorage.removeItem('background-words');
      const request: RequestPictures = async (order) =>
        order && answer ? await answer() : Response.json({ provider: 'Painter Inc.' });
      const words = createWords(answer && request);
      return {
        i18n: await createI18n(
          String(globals['locale']) as Locale,
          ['common', 'editor', 'tool', 'messages'],
          importWords,
        ),
        host: { session, loadWords: () => Promise.resolve(words) },
        document: createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' }),
      };
    },
  ],
  render: ({ layout, registries }, { loaded: { i18n, host, document } }) => (
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={host}>
        <div className={layout === 'panel' ? 'w-72' : undefined}>
          <WordsTool editor={{ document, registries }} layout={layout} />
        </div>
      </EditorHostProvider>
    </I18nextProvider>
  ),
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

/** Types a description and presses Enter. */
const describe: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.type(await canvas.findByRole('textbox'), 'marble, neon{Enter}');
};

export const Empty: Story = {};

export const InPanel: Story = { args: { layout: 'panel' } };

/** An empty description shows an error at the field. */
export const NoWords: Story = {
  play: async ({ canvas, loaded, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), '{Enter}');
    const alert = await canvas.findByRole('alert');
    await expect(alert).toHaveTextContent(loaded['i18n'].t('messages:prompt.missing.title'));
    await expect(alert).toHaveTextContent(loaded['i18n'].t('messages:prompt.missing.text'));
  },
};

export const Painted: Story = {
  play: async (context) => {
    await describe(context);
    await expect(await context.canvas.findAllByRole('radio', {}, { timeout: 20_000 })).toHaveLength(4);
    await expect(await context.canvas.findByText(context.loaded['i18n'].t('messages:generation.done'))).toBeVisible();
  },
};

export const PaintedInPanel: Story = { ...Painted, args: { layout: 'panel' } };

export const Asking: Story = { args: { answer: () => new Promise<Response>(() => {}) }, play: describe };

/**
 * The tool shows that the request was sent. Cancelling removes the progress and leaves the description in the field.
 */
export const Cancelled: Story = {
  ...Asking,
  play: async (context) => {
    await describe(context);
    const { canvas, loaded, userEvent } = context;
    const { i18n } = loaded;
    await expect(await canvas.findByText(new RegExp(`^${i18n.t('messages:request.submitted')}`))).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: i18n.t('editor:words.cancel') }));
    await waitFor(() => expect(canvas.queryAllByRole('progressbar')).toHaveLength(0));
    await expect(canvas.getByRole('textbox')).toHaveValue('marble, neon');
    await expect(canvas.queryAllByRole('alert')).toHaveLength(0);
  },
};

/** The tool offers to paint on this device, but does not switch by itself. */
export const LimitReached: Story = {
  args: {
    answer: async () =>
      Response.json(
        { code: 'limit-reached', limit: 'day', member: false },
        { status: 429, headers: { 'retry-after': '7200' } },
      ),
  },
  play: async (context) => {
    await describe(context);
    await expect(await context.canvas.findByRole('alert')).toHaveAttribute('data-code', 'limit-visitor');
  },
};

export const Refused: Story = {
  args: { answer: async () => Response.json({ code: 'words-refused' }, { status: 422 }) },
  play: describe,
};

/** The provider failed. */
export const Failed: Story = {
  args: { answer: async () => Response.json({ code: 'provider-failed' }, { status: 502 }) },
  play: async (context) => {
    await describe(context);
    const alert = await context.canvas.findByRole('alert');
    await expect(alert).toHaveTextContent(context.loaded['i18n'].t('messages:generation.failed.title'));
    await expect(alert).toHaveTextContent(context.loaded['i18n'].t('messages:generation.failed.text'));
  },
};

/** The provider did not answer in time. */
export const TimedOut: Story = {
  args: { answer: async () => Response.json({ code: 'timeout' }, { status: 504 }) },
  play: async (context) => {
    await describe(context);
    const alert = await context.canvas.findByRole('alert');
    await expect(alert).toHaveTextContent(context.loaded['i18n'].t('messages:fetch.timeout.title'));
  },
};

/** An editor whose registry has no kind of background for a painted scene. */
export const NotApplied: Story = {
  args: { registries: { ...builtInRegistries, backgrounds: [] } },
  play: async (context) => {
    await describe(context);
    const [first] = await context.canvas.findAllByRole('radio', {}, { timeout: 20_000 });
    if (first) await context.userEvent.click(first);
    const alert = await context.canvas.findByRole('alert');
    await expect(alert).toHaveTextContent(context.loaded['i18n'].t('messages:background.failed.title'));
    await expect(alert).toHaveTextContent(context.loaded['i18n'].t('messages:background.failed.text'));
  },
};
