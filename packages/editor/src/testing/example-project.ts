import type { SampleDrawing } from './draw-example.ts';
import type { DocumentState } from '../schema/document-state.ts';
import type { Stroke } from '../edits/stroke.ts';
import { initialState } from '../schema/initial-state.ts';
import type { SavedProject, ProjectContent, ResultFacts } from '../persistence/saved-project.ts';
import type { DocumentHistory } from '../persistence/saved-history.ts';
import { type ImageSegmentation, writtenPng } from '../image/image-segmentation.ts';

/** Size of the project that tests save: a small image whose left half is background. Its matte contains every value. */
export const [widthPx, heightPx] = [60, 40];

const strip = { leftPx: 1, topPx: 0, widthPx: 1, heightPx: 2 };
const disputed = { ...strip, strips: [strip] };

export const exampleFacts: ResultFacts = {
  run: {
    model: 'isnet',
    provider: 'engine',
    threads: 2,
    thread: 'worker',
    detail: 'standard',
    workingWidthPx: 512,
    workingHeightPx: 341,
    networkWidthPx: 640,
    networkHeightPx: 384,
    passes: 1,
    timingsMs: { preprocessing: 1, 'loading-model': 2.5, segmenting: 3, postprocessing: 4, complete: 11 },
  },
  subject: 'found',
  confidence: {
    value: 0.9,
    map: Uint8ClampedArray.of(0, 7, 255, 128),
    mapWidthPx: 2,
    mapHeightPx: 2,
    disputed: [disputed],
  },
};

const stroke: Stroke = {
  kind: 'stroke',
  action: 'erase',
  points: [1, 2, 1, 30.25, 20, 0.5],
  sizePx: 12,
  hardness: 80,
  opacity: 100,
  followsEdges: true,
};

const black: DocumentState = { ...initialState, background: { kind: 'color', color: '#000000' } };
const touched: DocumentState = { ...black, matte: { ...black.matte, edits: [stroke] } };

/** History of two steps, of which the second is undone. */
export const exampleHistory: DocumentHistory = {
  past: [
    { state: initialState, step: undefined },
    { state: black, step: 'color' },
    { state: touched, step: 'erase' },
  ],
  at: 1,
};

let painter: Worker | undefined;

/**
 * Draws an example image in a worker. On the page's thread, Chromium encodes a canvas only when the page is idle, or
 * after a second.
 */
export function draw(type: string, color: string, [width, height] = [widthPx, heightPx]): Promise<Blob> {
  painter ??= new Worker(new URL('draw-example.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  // A PNG is left partly transparent, because an opaque one may be written as RGB.
  const left = type === 'image/png' ? 30 : 0;
  const drawing: SampleDrawing = { type, color, left, widthPx: width ?? 1, heightPx: height ?? 1 };
  painter.postMessage(drawing, [port2]);
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
      port1.close();
      resolve(data);
    });
    port1.start();
  });
}

export async function exampleProject(): Promise<ProjectContent> {
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at * 7) % 256);
  return {
    name: 'cat.jpg',
    original: await draw('image/jpeg', '#c83214'),
    png: await draw('image/png', '#c83214'),
    matte: { data, widthPx, heightPx },
    facts: exampleFacts,
    history: exampleHistory,
    backgroundImages: [
      { id: 'picture-2', blob: await draw('image/webp', '#00ff00') },
      { id: 'picture-10', blob: await draw('image/jpeg', '#0000ff') },
    ],
  };
}

export async function exampleSavedProject(changes: Partial<SavedProject> = {}): Promise<SavedProject> {
  const thumbnail = await draw('image/webp', '#c83214');
  const times = { openedAt: Date.now(), changedAt: Date.now() };
  const row = { id: crypto.randomUUID(), ...times, thumbnail, isThumbnailCurrent: false };
  return { ...(await exampleProject()), ...row, ...changes };
}

export async function exampleSegmentation(): Promise<ImageSegmentation> {
  const { png, matte } = await exampleProject();
  return segmentationOf(png, matte);
}

/** @returns the segmentation that a segmenter would have returned for this cutout and this matte. */
export async function segmentationOf(png: Blob, matte: ImageSegmentation['matte']): Promise<ImageSegmentation> {
  const { widthPx, heightPx } = matte;
  const cutout = await createImageBitmap(png);
  return { widthPx, heightPx, png: writtenPng(png), pixels: undefined, matte, cutout, ...exampleFacts };
}

/** Returns the bytes of a blob, for comparison. */
export async function bytesOf(blob: Blob | undefined): Promise<number[]> {
  return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())];
}
