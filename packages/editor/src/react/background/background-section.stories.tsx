/** @module-tag long */
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, waitFor } from 'storybook/test';

import { createImageDocument } from '../../document/image-document.ts';
import { builtInRegistries } from '../../registry/registries.ts';
import { createStageImages } from '../../rendering/create-stage-images.ts';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';
import { createEyedropper } from '../../viewport/eyedropper.ts';
import { EmptyHost } from '../testing/empty-host.tsx';
import { BackgroundSection } from './background-section.tsx';

interface StoryArgs {
  /** Width of the panel, in CSS px. */
  widthPx: number;
}

const meta = {
  title: 'Image tools/Background',
  tags: ['!autodocs'],
  args: { widthPx: 288 },
  loaders: [
    async ({ globals }) => {
      const file = await drawnImage();
      const document = createImageDocument({ file, name: 'cat.png', url: URL.createObjectURL(file) });
      const stageImages = createStageImages(document.image, { widthPx: 8, heightPx: 6 } as ImageSegmentation);
      stageImages.decodeOriginal();
      return {
        // The tool's page loads the same namespaces; the texts of failures are loaded with the first failure.
        i18n: await createI18n(String(globals['locale']) as Locale, ['common', 'editor', 'tool'], importWords),
        editor: { document, stageImages, eyedropper: createEyedropper(), registries: builtInRegistries },
      };
    },
  ],
  render: ({ widthPx }, { loaded: { i18n, editor } }) => (
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        <div style={{ width: widthPx }}>
          <BackgroundSection editor={editor} />
        </div>
      </EmptyHost>
    </I18nextProvider>
  ),
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

/**
 * A background image that the browser fails to open leaves the background unchanged. A successful retry makes it the
 * background.
 */
export const OwnImageFailed: Story = {
  play: async ({ canvas, canvasElement, loaded, userEvent }) => {
    const { i18n, editor } = loaded;
    const { history } = editor.document;
    const before = history.getState().state.background;
    const file = new File([await drawnImage()], 'wall.png', { type: 'image/png' });
    let isFailing = true;
    const read = () => (isFailing ? Promise.reject(new Error('out of luck')) : Blob.prototype.arrayBuffer.call(file));
    Object.defineProperty(file, 'arrayBuffer', { value: read });
    await userEvent.upload(fieldIn(canvasElement), file);
    const alert = await canvas.findByRole('alert');
    await expect(alert).toHaveTextContent(i18n.t('messages:upload.failed.title'));
    await expect(alert).toHaveTextContent(i18n.t('messages:upload.failed.text'));
    await expect(history.getState().state.background).toEqual(before);
    isFailing = false;
    await userEvent.click(canvas.getByRole('button', { name: i18n.t('tool:retry') }));
    await waitFor(() => expect(history.getState().state.background.kind).toBe('picture'));
    await waitFor(() => expect(canvas.queryByRole('alert')).toBeNull());
  },
};

/**
 * A damaged background file gets the same message as any other file. No retry is offered, because it would not help.
 */
export const OwnImageRefused: Story = {
  play: async ({ canvas, canvasElement, loaded, userEvent }) => {
    const { i18n } = loaded;
    await userEvent.upload(fieldIn(canvasElement), new File([''], 'wall.png', { type: 'image/png' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent(i18n.t('errors:empty-file.title'));
    await expect(canvas.queryByRole('button', { name: i18n.t('tool:retry') })).toBeNull();
  },
};

/** Returns the file input. It is hidden, because a button opens it, so no role query finds it. */
function fieldIn(root: HTMLElement): HTMLElement {
  const field = root.querySelector<HTMLElement>('input[type=file]');
  if (!field) throw new Error('There is no field for files');
  return field;
}

function drawnImage(): Promise<Blob> {
  const canvas = new OffscreenCanvas(8, 6);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 6);
  return canvas.convertToBlob();
}
