import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand/vanilla';

import type { Background } from '../../model/background.ts';
import { type ResolvedBackground, resolveBackground } from '../../rendering/resolve-background.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { placementOf } from '../../document/crop-geometry.ts';
import type { Editor } from '../../editor.ts';
import { createEyedropper } from '../../viewport/eyedropper.ts';
import { createSubjectPlacing } from '../../viewport/subject-placing.ts';
import { createImageDocument } from '../../document/image-document.ts';
import type { DocumentState } from '../../schema/document-state.ts';
import { initialState } from '../../schema/initial-state.ts';
import { createStageImages } from '../../rendering/create-stage-images.ts';
import type { Rendering, RenderingState } from '../../rendering/create-rendering.ts';
import type { ShownView } from '../../rendering/create-view-pipeline.ts';
import { ResultStage } from './result-stage.tsx';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

const size = { widthPx: 300, heightPx: 200 };

function filled(color: string, width: number, filledWidth = width): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, size.heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, filledWidth, size.heightPx);
  return canvas;
}

/** Resolves a background for a small document. */
const resolved = (background: Background) =>
  resolveBackground(createImageDocument({ file: new Blob(), name: '', url: '' }), { ...initialState, background });
const blue = resolved({ kind: 'color', color: '#0000ff' });
const studio = resolved({ kind: 'studio', id: 'sweep' });

test('a view composed for another crop is drawn at its place in the image until the current one is ready', async () => {
  // The crop was undone: the composed view contains only the right half, but the whole image is shown.
  const rightHalf = { centerX: 225, centerY: 100, widthPx: 150, heightPx: 200, angleDeg: 0, mirrored: false };
  const seenAt = await draw(studio, {
    bitmap: filled('#0000ff', 75).transferToImageBitmap(),
    quality: 'draft',
    transform: placementOf(size, rightHalf),
    background: studio,
  });
  await vi.waitFor(() => expect(seenAt(225)).toBe('0,0,255,255'));
  expect(seenAt(140)).toBe('255,0,0,255');
});

test.each([
  ['while there is no composition', undefined],
  ['while the composition has another background', studio],
] as const)('a flat colour is painted at once %s', async (_, before) => {
  const view: ShownView | undefined = before && {
    bitmap: filled('#ffffff', 300).transferToImageBitmap(),
    quality: 'draft',
    transform: placementOf(size, undefined),
    background: before,
  };
  const seenAt = await draw(blue, view);
  await vi.waitFor(() => expect(seenAt(140)).toBe('255,0,0,255'));
  expect(seenAt(225)).toBe('0,0,255,255');
});

test('shows the saved preview until the background is composed', async () => {
  const savedLook = filled('#00ff00', 30).transferToImageBitmap();
  const seenAt = await draw(studio, undefined, savedLook);
  await vi.waitFor(() => expect(seenAt(140)).toBe('0,255,0,255'));
  expect(seenAt(225)).toBe('0,255,0,255');
});

test('does not show a saved preview of an earlier state', async () => {
  const seenAt = await draw(studio, undefined, filled('#00ff00', 30).transferToImageBitmap(), {
    ...initialState,
    background: { kind: 'studio', id: 'sweep' },
  });
  await vi.waitFor(() => expect(seenAt(140)).toBe('255,0,0,255'));
});

/**
 * Position of the image's px 225 in the stage, in CSS px. The image is fitted at a scale of 0.76 (24 px above and below
 * it), which leaves 36 px at its left: 36 + 225 × 0.76 = 207.
 */
const pixel225 = 207;

test('a gradient is painted at once, in the colours that the worker renders', async () => {
  const seenAt = await draw(resolved({ kind: 'gradient', from: '#000000', to: '#ffffff', angleDeg: 90 }), undefined);
  await vi.waitFor(() => expect(seenAt(140)).toBe('255,0,0,255'));
  // Three quarters of the way in linear light: 255 × (1.055 × 0.75^(1/2.4) − 0.055).
  expect(Number(seenAt(pixel225)?.split(',')[0])).toBeGreaterThanOrEqual(224);
  expect(Number(seenAt(pixel225)?.split(',')[0])).toBeLessThanOrEqual(226);
});

test('a rotated gradient has its pure colours in the corners', async () => {
  const seenAt = await draw(resolved({ kind: 'gradient', from: '#000000', to: '#ffffff', angleDeg: 45 }), undefined);
  await vi.waitFor(() => expect(seenAt(140)).toBe('255,0,0,255'));
  // The gradient line is (300 + 200) · sin 45° long, and one px to the right advances sin 45° along it. The px is at
  // 0.651.
  expect(Number(seenAt(pixel225)?.split(',')[0])).toBeGreaterThanOrEqual(210);
  expect(Number(seenAt(pixel225)?.split(',')[0])).toBeLessThanOrEqual(212);
});

/** @returns a reader of the canvas: the colour at an x of its middle row. The cutout is red and fills the left half. */
async function draw(
  background: ResolvedBackground,
  view: ShownView | undefined,
  saved?: ImageBitmap,
  savedState?: DocumentState,
) {
  const document = createImageDocument({ file: new Blob(), name: 'cat.jpg', url: 'about:blank' });
  const result = { ...size, cutout: filled('#ff0000', 300, 150).transferToImageBitmap() } as ImageSegmentation;
  const end = () => undefined;
  const rendering = {
    ...createStore(() => ({ ...size, background, isCutout: false, view }) as RenderingState),
    need: () => end,
  } as Partial<Rendering> as Rendering;
  const stageImages = createStageImages(document.image, result);
  const eyedropper = createEyedropper();
  const editor = {
    document,
    segmentation: result,
    rendering,
    stageImages,
    eyedropper,
    placing: createSubjectPlacing(),
    savedLook: saved && { bitmap: saved, state: savedState ?? document.history.getState().state },
  } as Partial<Editor>;
  const i18n = await createI18n('en', ['editor'], importWords);
  const { container } = await render(
    <I18nextProvider i18n={i18n}>
      <div style={{ position: 'relative', width: 300, height: 200 }}>
        <ResultStage
          editor={editor as Editor}
          store={createViewport()}
          canvasBackground="checker"
          outlined={false}
          original={false}
          lifting={false}
          onLifted={end}
        />
      </div>
    </I18nextProvider>,
  );
  return (x: number) => {
    const canvas = container.querySelector('canvas');
    const pixel = canvas?.getContext('2d')?.getImageData((x / 300) * canvas.width, canvas.height / 2, 1, 1);
    return pixel?.data.join();
  };
}
