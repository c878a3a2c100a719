/** @module-tag long */
import { createCompositor, type Matte } from '@isola/imaging';
import {
  createScenePainter,
  type SceneDescription,
  sceneFamilies,
  type SceneFamily,
  surroundingsOf,
} from '@isola/scenes';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef } from 'react';

import { lightIn } from '../../backgrounds/light-in.ts';
import { centeredCrop, placementOf } from '../../document/crop-geometry.ts';
import { standingOn } from '../../document/place-on-ground.ts';
import { initialState } from '../../schema/initial-state.ts';
import { expect, waitFor } from 'storybook/test';

import bottleUrl from '../../../../../pictures/bottle.cutout.webp';
import figureUrl from '../../../../../pictures/figure.cutout.webp';
import plantUrl from '../../../../../pictures/plant.cutout.webp';

const meta = {
  title: 'Image tools/Scenes',
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

export default meta;
type Story = StoryObj;

const size = { widthPx: 360, heightPx: 240 };

/**
 * Every family of `@isola/scenes` with one seed, straight from the painter: without a subject or the compositor's
 * light.
 */
export const ContactSheet: Story = {
  render: () => <Sheet />,
  play: ({ canvasElement }) => allDrawn(canvasElement, sceneFamilies.length),
};

/**
 * A product, a person and a plant on six scenes, in the light of each scene. For visual inspection only: no test runs
 * it.
 */
export const Composed: Story = {
  tags: ['!test'],
  render: () => <ComposedSheet />,
};

const composedFamilies = ['marble', 'window', 'podium', 'beach', 'forest', 'festive'] as const;
const subjects = [bottleUrl, figureUrl, plantUrl];

function Sheet() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const painter = createScenePainter();
    for (const canvas of root.current?.querySelectorAll('canvas') ?? []) {
      const scene: SceneDescription = { family: canvas.dataset['family'] as SceneFamily };
      void painter.paint({ scene, seed: 1 }, size).then(
        (picture) => {
          canvas.getContext('2d')?.putImageData(picture, 0, 0);
          canvas.dataset['state'] = 'drawn';
        },
        // The story was closed, and its painter with it.
        () => undefined,
      );
    }
    return painter.close;
  }, []);
  return (
    <div ref={root} className="grid grid-cols-2 gap-2 p-4 md:grid-cols-4 lg:grid-cols-5">
      {sceneFamilies.map((family) => (
        <figure key={family}>
          <canvas width={size.widthPx} height={size.heightPx} data-family={family} className="w-full rounded-md" />
          <figcaption className="mt-1 text-12 text-soft">{family}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function ComposedSheet() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    void drawAll([...(root.current?.querySelectorAll('canvas') ?? [])], controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, []);
  return (
    <div ref={root} className="grid grid-cols-3 gap-2 p-4">
      {composedFamilies.flatMap((family) =>
        subjects.map((url) => (
          <canvas
            key={`${family} ${url}`}
            width={size.widthPx * 2}
            height={size.heightPx * 2}
            data-family={family}
            data-subject={url}
            className="w-full rounded-md"
          />
        )),
      )}
    </div>
  );
}

async function drawAll(canvases: HTMLCanvasElement[], signal: AbortSignal): Promise<void> {
  for (const url of subjects) {
    const { image, matte, cutout, box } = await cutoutOf(url);
    const compositor = createCompositor({ image, matte, cutout });
    signal.addEventListener('abort', () => compositor.close());
    for (const canvas of canvases.filter(({ dataset }) => dataset['subject'] === url)) {
      const [scene, seed] = [{ family: canvas.dataset['family'] as SceneFamily }, 2];
      const around = surroundingsOf(scene, seed);
      const shape = { widthPx: canvas.width, heightPx: canvas.height };
      const first = { ...initialState, size: shape };
      const { crop } = around.ground
        ? standingOn(first, around.ground, { box, canStand: true, isCutBelow: false }, matte, shape)
        : { crop: centeredCrop(box, shape, 0.2) };
      const { bitmap } = await compositor.render(
        {
          background: { kind: 'scene', scene, seed },
          light: { ...initialState.light, ...lightIn(around) },
          surroundings: around,
          transform: placementOf(matte, crop, shape),
        },
        { signal },
      );
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
      canvas.dataset['state'] = 'drawn';
    }
    compositor.close();
  }
}

async function cutoutOf(url: string) {
  const image = await (await fetch(url)).blob();
  const bitmap = await createImageBitmap(image);
  const { width: widthPx, height: heightPx } = bitmap;
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const { data: cutout } = context.getImageData(0, 0, widthPx, heightPx);
  const matte: Matte = { data: cutout.filter((_, at) => at % 4 === 3), widthPx, heightPx };
  const box = { left: widthPx, top: heightPx, right: 0, bottom: 0 };
  for (const [at, alpha] of matte.data.entries()) {
    if (alpha < 128) continue;
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return { image, matte, cutout, box };
}

async function allDrawn(root: HTMLElement, count: number): Promise<void> {
  await waitFor(() => expect(root.querySelectorAll('canvas[data-state=drawn]')).toHaveLength(count), {
    timeout: 60_000,
  });
}
