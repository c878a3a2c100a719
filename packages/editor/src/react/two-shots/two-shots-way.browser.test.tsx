import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { SegmenterError } from '@isola/segmenter';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createSegmentationSession } from '../../session/segmentation-session.ts';
import { photographGlass } from '../../testing/photograph-glass.ts';
import { writeBmp } from '../../testing/write-bmp.ts';
import type { CombineTwoShots } from '../../two-shots/combine-two-shots.ts';
import { ImageImport } from '../import/image-import.tsx';
import { EditorHostProvider } from '../session/editor-host.tsx';
import { TwoShotsWay } from './two-shots-way.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const opener = () => button('Glass: two photos');
const tile = (name: 'Dark background' | 'Light background') => page.getByRole('group', { name });

/** Renders the button in a page that opens images, and opens the dialog. */
async function openDialog(combine?: CombineTwoShots) {
  const session = createSegmentationSession(() => Promise.reject(new SegmenterError('model-load-failed')));
  const i18n = await createI18n('en', ['tool', 'two-shots', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EditorHostProvider host={{ session }}>
        <ImageImport>
          <TwoShotsWay {...(combine && { combine })} />
        </ImageImport>
      </EditorHostProvider>
    </I18nextProvider>,
  );
  await opener().click();
  return session;
}

/** Chooses files with the file picker of a tile. */
async function choose(name: 'Dark background' | 'Light background', ...files: File[]): Promise<void> {
  const input = tile(name).element().querySelector('input');
  if (!input) throw new Error('the tile has no file input');
  await userEvent.upload(input, files);
}

const bmpOf = async (card: 'dark' | 'light') => writeBmp(await photographGlass(card), `${card}.bmp`);

function transferOf(...files: File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

async function chooseBoth(): Promise<void> {
  await choose('Dark background', await photographGlass('dark', { name: 'vase.png' }), await photographGlass('light'));
  await expect.element(button('Combine')).toBeEnabled();
}

const never: CombineTwoShots = (_dark, _light, { onProgress }) => {
  onProgress?.(0.42);
  return new Promise(() => undefined);
};

test('two photographs are opened as one image with transparency', { tags: ['long'] }, async () => {
  const session = await openDialog();
  await expect.element(button('Combine')).toBeDisabled();
  await chooseBoth();
  await button('Combine').click();
  await vi.waitFor(() => expect(session.getState().state).toBe('failed'));
  const state = session.getState();
  if (state.state === 'empty') throw new Error('nothing was opened');
  expect(state.image.name).toBe('vase-glass.png');
  expect(state.image.file.type).toBe('image/png');
  expect([state.image.bitmap?.width, state.image.bitmap?.height]).toEqual([320, 240]);
});

test('photographs that are given the wrong way round are swapped', { tags: ['long'] }, async () => {
  await openDialog();
  await choose('Dark background', await photographGlass('light'));
  await expect.element(tile('Dark background').getByText('light.png')).toBeVisible();
  await choose('Light background', await photographGlass('dark'));
  await expect.element(tile('Dark background').getByText('dark.png')).toBeVisible();
  await expect.element(tile('Light background').getByText('light.png')).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: 'swapped' })).toBeVisible();
});

test(
  'a photograph that is chosen while the first is still being read replaces nothing',
  { tags: ['long'] },
  async () => {
    await openDialog();
    const [dark, light] = [await photographGlass('dark'), await photographGlass('light')];
    const inputs = (['Dark background', 'Light background'] as const).map((name) =>
      tile(name).element().querySelector('input'),
    );
    for (const [at, file] of [dark, light].entries()) {
      const input = inputs[at];
      if (!input) throw new Error('the tile has no file input');
      input.files = transferOf(file).files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await expect.element(tile('Dark background').getByText('dark.png')).toBeVisible();
    await expect.element(tile('Light background').getByText('light.png')).toBeVisible();
    await expect.element(button('Combine')).toBeEnabled();
  },
);

test('photographs that are no pair stay, with the reason', { tags: ['long'] }, async () => {
  await openDialog();
  await choose('Dark background', await photographGlass('dark'), await photographGlass('dark', { name: 'again.png' }));
  await button('Combine').click();
  await expect.element(page.getByRole('alert')).toHaveAttribute('data-code', 'backgrounds-alike');
  await expect.element(tile('Dark background').getByText('dark.png')).toBeVisible();
  await choose('Light background', await photographGlass('light'));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a file that is no photograph is refused, and the other one is taken', { tags: ['long'] }, async () => {
  await openDialog();
  await choose('Dark background', await photographGlass('dark'), new File(['%PDF-1.7'], 'vase.pdf'));
  await expect.element(page.getByRole('alert')).toHaveAttribute('data-code', 'unsupported-format');
  await expect.element(tile('Dark background').getByText('dark.png')).toBeVisible();
  await expect.element(button('Combine')).toBeDisabled();
});

test(
  'two files of another format are converted with one press, and the focus goes to their tiles',
  { tags: ['long'] },
  async () => {
    await openDialog();
    await choose('Dark background', await bmpOf('dark'));
    await expect.element(tile('Dark background').getByText('dark.bmp')).toBeVisible();
    await choose('Light background', await bmpOf('light'));
    await expect.element(page.getByRole('alert')).toMatchTextContent(/BMP is not supported/);
    await expect.element(button('Combine')).toBeDisabled();
    await button('Convert on this device').click();
    await expect.element(tile('Dark background').getByText('dark.png')).toBeVisible();
    await expect.element(tile('Light background').getByText('light.png')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(button('Replace Dark background')).toHaveFocus();
    await expect
      .element(button('Replace Dark background'))
      .toHaveAccessibleDescription('Converted from BMP to PNG on this device');
    await expect.element(button('Combine')).toBeEnabled();
  },
);

test(
  'a file that cannot be converted waits with the reason, and the other one is taken',
  { tags: ['long'] },
  async () => {
    await openDialog();
    const broken = new File([(await bmpOf('light')).slice(0, 40)], 'light.bmp');
    await choose('Dark background', await bmpOf('dark'), broken);
    await button('Convert on this device').click();
    await expect.element(tile('Dark background').getByText('dark.png')).toBeVisible();
    await expect.element(page.getByRole('alert').getByRole('status')).toMatchTextContent(/incomplete or corrupted/);
    await expect.element(tile('Light background').getByText('light.bmp')).toBeVisible();
    await choose('Light background', await photographGlass('light'));
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(button('Combine')).toBeEnabled();
  },
);

test('a file that waits for its conversion keeps its place, and can be given up', { tags: ['long'] }, async () => {
  await openDialog();
  await choose('Dark background', await bmpOf('dark'));
  await expect.element(tile('Dark background').getByText('dark.bmp')).toBeVisible();
  // A paste would go into the tile that has the focus.
  (button('Cancel').element() as HTMLElement).focus();
  const init = { bubbles: true, cancelable: true, clipboardData: transferOf(await photographGlass('light')) };
  document.body.dispatchEvent(new ClipboardEvent('paste', init));
  await expect.element(tile('Light background').getByText('light.png')).toBeVisible();
  await button('Dismiss').click();
  await expect.element(tile('Dark background').getByText('dark.bmp')).not.toBeInTheDocument();
  await expect.element(tile('Light background').getByText('light.png')).toBeVisible();
});

test('Cancel ends the work and keeps the photographs', { tags: ['long'] }, async () => {
  const combine = vi.fn<CombineTwoShots>(never);
  await openDialog(combine);
  await chooseBoth();
  await button('Combine').click();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
  await expect.element(button('Replace Dark background')).toBeDisabled();
  await button('Cancel').click();
  expect(combine.mock.calls[0]?.[2].signal.aborted).toBe(true);
  await expect.element(page.getByText('Cancelled. Both photos are still here.')).toBeVisible();
  await expect.element(button('Combine')).toBeEnabled();
});

test('Escape closes the dialog, ends the work and returns the focus', { tags: ['long'] }, async () => {
  const combine = vi.fn<CombineTwoShots>(never);
  await openDialog(combine);
  await chooseBoth();
  await button('Combine').click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
  expect(combine.mock.calls[0]?.[2].signal.aborted).toBe(true);
});

test('a photograph can be removed, and the focus stays in its tile', { tags: ['long'] }, async () => {
  await openDialog();
  await choose('Dark background', await photographGlass('dark'));
  await button('Remove Dark background').click();
  await expect.element(button('Choose a photo Dark background')).toHaveFocus();
  await expect.element(button('Remove Dark background')).not.toBeInTheDocument();
});

test('a paste goes into the tile that has the focus', async () => {
  await openDialog();
  button('Choose a photo Light background').element().focus();
  const init = { bubbles: true, cancelable: true, clipboardData: transferOf(await photographGlass('light')) };
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
  await expect.element(tile('Light background').getByText('light.png')).toBeVisible();
});

test('files that are dropped beside the tiles fill them, and the page does not open them', async () => {
  const session = await openDialog();
  const files = [await photographGlass('dark'), await photographGlass('light'), await photographGlass('light')];
  for (const type of ['dragenter', 'dragover', 'drop']) {
    const init = { bubbles: true, cancelable: true, dataTransfer: transferOf(...files) };
    document.body.dispatchEvent(new DragEvent(type, init));
  }
  await expect.element(button('Combine')).toBeEnabled();
  await expect.element(page.getByText(/^Two photos are enough/)).toBeVisible();
  expect(session.getState()).toEqual({ state: 'empty' });
});

test('a paste without a file is reported', async () => {
  await openDialog();
  const transfer = new DataTransfer();
  transfer.setData('text/plain', 'https://example.com/vase.jpg');
  const init = { bubbles: true, cancelable: true, clipboardData: transfer };
  document.body.dispatchEvent(new ClipboardEvent('paste', init));
  await expect.element(page.getByRole('alert')).toHaveTextContent('There is no image in what you pasted');
});
