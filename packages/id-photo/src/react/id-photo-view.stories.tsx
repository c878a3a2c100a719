/** @module-tag long */
import type { DocumentId } from '@isola/photo-specs/documents';
import { createSegmentationSession, type SegmentationSession } from '@isola/editor';
import { EditorHostProvider } from '@isola/editor/react';
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { SegmenterError } from '@isola/segmenter';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, fireEvent, waitFor, within } from 'storybook/test';

import { IdPhotoView } from './id-photo-view.tsx';
import { openPicture } from './testing/open-picture.ts';

import figureAlphaUrl from '../../../../pictures/figure.alpha.png';
import figureUrl from '../../../../pictures/figure.jpg';
import mugUrl from '../../../../pictures/mug.jpg';

interface StoryArgs {
  documentId: DocumentId;
  /** Content of the session. */
  open: 'nothing' | 'working' | 'cancelled' | 'failed' | 'portrait' | 'no-subject';
}

const namespaces = ['common', 'pages', 'id-photo-tool', 'tool', 'errors', 'messages'] as const;

async function sessionWith(open: StoryArgs['open']): Promise<SegmentationSession> {
  const session = createSegmentationSession(() =>
    open === 'failed'
      ? Promise.reject(new SegmenterError('model-load-failed', 'no network'))
      : // This promise never settles.
        new Promise(() => undefined),
  );
  if (open === 'nothing') return session;
  const isPortrait = open !== 'no-subject';
  const { image, segmentation } = await openPicture(
    isPortrait ? 'portrait.jpg' : 'mug.jpg',
    isPortrait ? figureUrl : mugUrl,
    isPortrait ? figureAlphaUrl : undefined,
  );
  if (isPortrait && open !== 'portrait') session.resume(image, open !== 'cancelled');
  else session.open(image, segmentation);
  return session;
}

const meta = {
  title: 'Screens/ID photo',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { documentId: 'jp-passport', open: 'portrait' },
  loaders: [
    async ({ globals, args }) => {
      sessionStorage.removeItem('isola:id-photo-work');
      localStorage.setItem('isola:id-photo-documents', `${args.documentId} us-passport`);
      return {
        i18n: await createI18n(String(globals['locale']) as Locale, [...namespaces], importWords),
        session: await sessionWith(args.open),
      };
    },
  ],
  render: (_, { loaded }) => (
    <I18nextProvider i18n={loaded['i18n']}>
      <EditorHostProvider host={{ session: loaded['session'] }}>
        <main className="mx-auto max-w-310 p-4 text-14 sm:p-10">
          <h1 className="mb-6 text-28 font-semibold">{loaded['i18n'].t('pages:idPhoto.title')}</h1>
          <IdPhotoView />
        </main>
      </EditorHostProvider>
    </I18nextProvider>
  ),
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

const rule = (canvasElement: HTMLElement, id: string) => canvasElement.querySelector(`[data-rule=${id}]`);

export const Empty: Story = { args: { open: 'nothing' } };

export const Working: Story = { args: { open: 'working' } };

export const Cancelled: Story = { args: { open: 'cancelled' } };

/** The device was offline before the model was loaded. */
export const Failed: Story = {
  args: { open: 'failed' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveAttribute('data-code', 'model-load-failed');
    await canvas.findByRole('button', { name: 'Try again' });
  },
};

/** While the chin is moved, the photo stays and the rule is measured. Enter places the photo again. */
export const Checked: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    const chin = await canvas.findByRole('slider', { name: 'Chin' });
    await expect(rule(canvasElement, 'head-height')).toHaveTextContent('34.0 mm');
    // Focuses the guide directly, because it is an SVG element.
    chin.focus();
    await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
    await expect(rule(canvasElement, 'head-height')).toHaveTextContent('31.0 mm');
    await expect(rule(canvasElement, 'head-height')).toHaveAttribute('data-state', 'low');
    await userEvent.keyboard('{Enter}');
    await expect(rule(canvasElement, 'head-height')).toHaveTextContent('34.0 mm');
    await waitFor(() => expect(canvasElement.querySelector('[data-slot=photo-file][data-state=ready]')).not.toBeNull());
  },
};

/** Drags a guide with the pointer. The photo stays until the pointer is released. */
export const Dragged: Story = {
  play: async ({ canvas, canvasElement }) => {
    const crown = await canvas.findByRole('slider', { name: 'Top of the head' });
    const before = rule(canvasElement, 'head-height')?.textContent;
    const at = { pointerId: 1, button: 0, clientX: 200, clientY: 100 };
    crown.setPointerCapture = () => undefined;
    await fireEvent.pointerDown(crown, at);
    await fireEvent.pointerMove(crown, { ...at, clientY: 130 });
    await expect(rule(canvasElement, 'head-height')?.textContent).not.toBe(before);
    await fireEvent.lostPointerCapture(crown, at);
    await waitFor(() => expect(rule(canvasElement, 'head-height')).toHaveTextContent('34.0 mm'));
    await expect(crown).toHaveAttribute('data-state', 'set');
  },
};

/** The office refuses edited photos, so white is offered for other uses and marked. */
export const RefusedBackground: Story = {
  args: { documentId: 'us-visa' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const white = await canvas.findByRole('button', { name: 'White background, for other uses' });
    await expect(canvas.getByRole('button', { name: 'As photographed' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(white);
    await expect(rule(canvasElement, 'background')).toHaveAttribute('data-state', 'wrong');
    await waitFor(() => expect(canvasElement.querySelector('[data-slot=other-uses]')).toHaveTextContent('Visa'));
  },
};

/** A stroke of the brush is undone as one step. */
export const Brush: Story = {
  args: { documentId: 'cn-one-inch' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Brush' }));
    const layer = canvas.getByRole('application', { name: 'Painting area' });
    layer.focus();
    await expect(canvas.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{ArrowRight} ');
    await expect(canvas.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await expect(canvas.getByRole('button', { name: 'Redo' })).toHaveAttribute('aria-disabled', 'false');
  },
};

export const OwnSize: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Own size' }));
    const width = canvas.getByRole('textbox', { name: 'Width' });
    await userEvent.clear(width);
    await userEvent.type(width, '900{Enter}');
    // 6000 px at 300 dpi.
    await canvas.findByText('From 1.2 to 508');
    await userEvent.clear(width);
    await userEvent.type(width, '60{Enter}');
    await userEvent.click(canvas.getByRole('radio', { name: 'px' }));
    // The pixels stay when the resolution changes, although they are larger than any paper then.
    const resolution = canvas.getByRole('textbox', { name: 'Resolution' });
    await userEvent.clear(resolution);
    await userEvent.type(resolution, '72{Enter}');
    await expect(canvas.getByRole('textbox', { name: 'Width' })).toHaveValue('709');
    await expect(canvas.getByRole('textbox', { name: 'Width' })).not.toHaveAttribute('aria-invalid');
  },
};

export const FileOnly: Story = { args: { documentId: 'cn-graduate-exam' } };

/** No subject was segmented: the photo can only be cropped, with guides that the user moves. */
export const NoHead: Story = {
  args: { open: 'no-subject' },
  play: async ({ canvas }) => {
    await canvas.findByText('No person was found');
    await expect(canvas.getByRole('button', { name: 'As photographed' })).toHaveAttribute('aria-pressed', 'true');
  },
};

export const Phone: Story = { globals: { viewport: { value: 'phone' } } };

export const PhoneFile: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    const steps = within(await canvas.findByRole('navigation', { name: 'Steps' }));
    await userEvent.click(steps.getByRole('button', { name: /File and print/ }));
    await expect(canvas.getByRole('button', { name: 'Sheet as PDF' })).toBeVisible();
  },
};

/** This story and the next are for visual inspection. The journeys test both languages. */
export const LongestLanguage: Story = { tags: ['!test'], globals: { locale: 'de' } };
export const Chinese: Story = { tags: ['!test'], globals: { locale: 'zh' } };
export const Dark: Story = { globals: { theme: 'dark' } };
