import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Segmentation } from '@isola/segmenter';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand/vanilla';

import type { ResolvedBackground } from '../../backgrounds/resolve-background.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { placementOf } from '../../document/crop-rect.ts';
import type { Editor } from '../../editor.ts';
import { createEyedropper } from '../../viewport/eyedropper.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { createStageImages } from '../../rendering/create-stage-images.ts';
import type { Rendering, RenderingState, ShownView } from '../../rendering/create-rendering.ts';
import { ResultStage } from './result-stage.tsx';

const size = { widthPx: 300, heightPx: 200 };

function filled(color: string, width: number, filledWidth = width): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, size.heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, filledWidth, size.heightPx);
  return canvas;
}

const blue: ResolvedBackground = { source: { kind: 'color' }, flatColor: '#0000ff' };
const black: ResolvedBackground = { source: { kind: 'gradient' }, flatColor: undefined };

test('a composition of another frame lies where it was, until there is one of this', async () => {
  // The frame was undone: what is there shows the right half alone, and the whole is wanted.
  const rightHalf = { centerX: 225, centerY: 100, widthPx: 150, heightPx: 200, angleDeg: 0, mirrored: false };
  const seenAt = await draw(black, {
    bitmap: filled('#0000ff', 75).transferToImageBitmap(),
    quality: 'draft',
    transform: placementOf(size, rightHalf),
    background: black,
  });
  await vi.waitFor(() => expect(seenAt(225)).toBe('0,0,255,255'));
  expect(seenAt(140)).toBe('255,0,0,255');
});

test.each([
  ['before there is any composition', undefined],
  ['instead of one with another', black],
] as const)('a flat colour is there at once, %s', async (_, before) => {
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

/** @returns what the canvas shows at a place of its middle row; the cutout is the left half, in red. */
async function draw(background: ResolvedBackground, view: ShownView | undefined) {
  const document = createImageDocument({ file: new Blob(), name: 'cat.jpg', url: 'about:blank' });
  const result = { ...size, cutout: filled('#ff0000', 300, 150).transferToImageBitmap() } as Segmentation;
  const end = () => undefined;
  const rendering = {
    ...createStore(() => ({ ...size, background, isCutout: false, view }) as RenderingState),
    need: () => end,
  } as Partial<Rendering> as Rendering;
  const pictures = createStageImages(document.image, result);
  const eyedropper = createEyedropper();
  const editor = {
    document,
    segmentation: result,
    rendering,
    stageImages: pictures,
    eyedropper,
  } as Partial<Editor>;
  const i18n = await createI18n('en', ['editor'], importWords);
  const { container } = await render(
    <I18nextProvider i18n={i18n}>
      <div style={{ position: 'relative', width: 300, height: 200 }}>
        <ResultStage
          editor={editor as Editor}
          store={createViewport()}
          ground="checker"
          outlined={false}
          comparing={false}
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
