/** @module-tag long */
import { documents } from '@isola/photo-specs/documents';
import { createI18n, type Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { I18nextProvider } from 'react-i18next';
import { expect, fn, screen, waitFor } from 'storybook/test';

import type { FaceSearch } from '../../faces/create-face-search.ts';
import type { MeasuredFace } from '../../faces/measured-face.ts';
import { CameraDialog } from './camera-dialog.tsx';

import figureUrl from '../../../../../pictures/figure.jpg';

interface StoryArgs {
  /** Answer of the browser to the request for a camera. */
  camera: 'open' | 'starting' | 'denied' | 'none' | 'busy';
  /** Faces that are found in each frame. */
  faces: readonly MeasuredFace[] | 'failing';
  onPicture: (file: File) => void;
  onClose: () => void;
}

const [widthPx, heightPx] = [960, 1280];

/** The face of the rendered figure, at the size of the frames. */
const figure: MeasuredFace = {
  score: 1,
  box: { leftPx: 320, topPx: 380, widthPx: 320, heightPx: 350 },
  eyes: { left: { x: 418, y: 508 }, right: { x: 544, y: 508 } },
  chin: { x: 480, y: 714 },
  mouth: { x: 480, y: 634 },
  tiltDeg: 0,
  turnDeg: 0,
  eyesOpen: { left: 0.35, right: 0.35 },
  mouthOpen: 0.03,
  brightness: 0.4,
  evenLight: 0.8,
  glare: 0,
};

const errorNames = { denied: 'NotAllowedError', none: 'NotFoundError', busy: 'NotReadableError' } as const;

/** Replaces the browser's camera by one that films the rendered figure. */
async function prepareCamera(camera: StoryArgs['camera']): Promise<void> {
  const picture = await createImageBitmap(await (await fetch(figureUrl)).blob());
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [widthPx, heightPx];
  const draw = () => canvas.getContext('2d')?.drawImage(picture, 0, 0, widthPx, heightPx);
  draw();
  navigator.mediaDevices.getUserMedia = () => {
    if (camera === 'starting') return new Promise(() => undefined);
    if (camera !== 'open') return Promise.reject(new DOMException('no camera', errorNames[camera]));
    const stream = canvas.captureStream();
    // A canvas sends a frame whenever it is drawn.
    const timer = setInterval(draw, 50);
    stream.getVideoTracks()[0]?.addEventListener('ended', () => clearInterval(timer));
    return Promise.resolve(stream);
  };
}

function searchFor(faces: StoryArgs['faces']): FaceSearch {
  return {
    prepare: () => undefined,
    find: () => (faces === 'failing' ? Promise.reject(new Error('no networks')) : Promise.resolve(faces)),
    close: () => undefined,
  };
}

const meta = {
  title: 'Screens/ID photo/Camera',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  args: { camera: 'open', faces: [figure], onPicture: fn(), onClose: fn() },
  loaders: [
    async ({ globals, args }) => {
      await prepareCamera(args.camera);
      const i18n = await createI18n(String(globals['locale']) as Locale, ['id-photo-tool', 'tool'], importWords);
      return { i18n, search: searchFor(args.faces) };
    },
  ],
  render: ({ onPicture, onClose }, { loaded }) => (
    <I18nextProvider i18n={loaded['i18n']}>
      <CameraDialog
        faces={loaded['search']}
        document={documents['jp-passport']}
        documentName={loaded['i18n'].t('id-photo-tool:document.jp-passport')}
        onPicture={onPicture}
        onClose={onClose}
      />
    </I18nextProvider>
  ),
} satisfies Meta<StoryArgs>;

export default meta;
type Story = StoryObj<StoryArgs>;

const hint = () => document.querySelector('[data-slot=shutter-hint]')?.getAttribute('data-hint');

/** The picture is taken once the rules have been met for a moment. */
export const Met: Story = {
  play: async ({ args }) => {
    await waitFor(() => expect(args.onPicture).toHaveBeenCalledTimes(1));
    await expect(args.onPicture).toHaveBeenCalledWith(expect.objectContaining({ name: 'camera.jpg' }));
  },
};

export const Hint: Story = {
  args: { faces: [{ ...figure, turnDeg: 20 }] },
  play: async ({ args }) => {
    await waitFor(() => expect(hint()).toBe('look-straight'));
    await expect(args.onPicture).not.toHaveBeenCalled();
  },
};

export const NoFace: Story = {
  args: { faces: [] },
  play: () => waitFor(() => expect(hint()).toBe('show-face')),
};

export const Starting: Story = { args: { camera: 'starting' } };

/** Without the networks, the button still takes the picture. */
export const WithoutNetworks: Story = {
  args: { faces: 'failing' },
  play: async () => {
    const status = await screen.findByRole('status');
    await waitFor(() => expect(status).toHaveTextContent('cannot be measured'));
    await expect(screen.getByRole('button', { name: 'Take it now' })).toHaveAttribute('aria-disabled', 'false');
  },
};

export const Denied: Story = {
  args: { camera: 'denied' },
  // The dialog fades in.
  play: () => waitFor(() => expect(screen.getByRole('alert')).toBeVisible()),
};

export const Busy: Story = { args: { camera: 'busy' } };

export const NoCamera: Story = { args: { camera: 'none' } };

export const Phone: Story = {
  args: { faces: [{ ...figure, mouthOpen: 0.3 }] },
  globals: { viewport: { value: 'phone' }, locale: 'de' },
};

export const Dark: Story = { args: { faces: [{ ...figure, evenLight: 0.2 }] }, globals: { theme: 'dark' } };
