import { type LessonAnswer, type LessonRequest, type Segmenter, SegmenterError } from '@isola/segmenter';

export type FakeSegmenter = Pick<Segmenter, 'segment'> & {
  /** Colours of the segmented images, in the order of the calls. */
  readonly calls: string[];
  /** Returns the number of running calls. */
  readonly current: () => number;
  /** Makes later calls wait until `release` is called. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Errors of the next calls for an image, by its colour. Each error is used once. */
  readonly failures: Map<string, SegmenterError[]>;
  /** Colours of the images in which a lesson adds the left half. In other images, lessons change nothing. */
  readonly taught: Set<string>;
};

/**
 * Creates a segmenter that returns exactly the right half of any image as its matte. It processes one call at a time.
 */
export function createFakeSegmenter(): FakeSegmenter {
  const calls: string[] = [];
  const failures = new Map<string, SegmenterError[]>();
  const taught = new Set<string>();
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let underWay = 0;
  let queue: Promise<unknown> = Promise.resolve();

  async function matteOf(source: Blob, signal: AbortSignal | undefined, lesson: LessonRequest | undefined) {
    signal?.throwIfAborted();
    const bitmap = await createImageBitmap(source).catch(() => {
      throw new SegmenterError('damaged-image');
    });
    const color = colorOf(bitmap);
    calls.push(lesson ? `${lesson.kind} ${color}` : color);
    const { width: widthPx, height: heightPx } = bitmap;
    bitmap.close();
    const aborted = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    await Promise.race([gate.promise, aborted]);
    const failure = failures.get(color)?.shift();
    if (failure) throw failure;
    const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) =>
      at % widthPx < widthPx / 2 && !(lesson && taught.has(color)) ? 0 : 255,
    );
    return {
      widthPx,
      heightPx,
      matte: { data, widthPx, heightPx },
      ...(lesson && { lesson: answerTo(lesson, taught.has(color)) }),
      subject: 'found',
      confidence: { value: 0.99, map: Uint8ClampedArray.of(255), mapWidthPx: 1, mapHeightPx: 1, disputed: [] },
      run: {
        model: 'fake',
        provider: 'engine',
        threads: 1,
        thread: 'worker',
        detail: 'standard',
        workingWidthPx: widthPx,
        workingHeightPx: heightPx,
        networkWidthPx: widthPx,
        networkHeightPx: heightPx,
        passes: 1,
        timingsMs: { preprocessing: 1, 'loading-model': 0, segmenting: 1, postprocessing: 1, complete: 3 },
      },
    } as const;
  }

  return {
    calls,
    failures,
    taught,
    current: () => underWay,
    hold: () => (gate = Promise.withResolvers<void>()),
    release: () => gate.resolve(),
    segment(source, options) {
      underWay += 1;
      const segmented = queue
        .then(() => matteOf(source as Blob, options?.signal, options?.lesson))
        .finally(() => (underWay -= 1));
      queue = segmented.catch(() => undefined);
      // The batch requests no outputs, so the result contains none.
      return segmented as never;
    },
  };
}

/** A lesson is learnt from any change of a matte. */
function answerTo(request: LessonRequest, isChanged: boolean): LessonAnswer {
  if (request.kind === 'apply') return isChanged ? { outcome: 'changed', share: 0.5 } : { outcome: 'unchanged' };
  const { before, after } = request;
  if (before.data.every((alpha, at) => alpha === after.data[at])) return { outcome: 'too-small' };
  const keep = { weights: Float32Array.of(1), bias: 0, traits: Float32Array.of(1), minLikeness: 0.5 };
  return { outcome: 'learnt', lesson: { version: 1, model: 'fake', keep } };
}

const [width, height] = [60, 40];
const colors = { red: '#ff0000', green: '#00ff00', blue: '#0000ff', yellow: '#ffff00' } as const;
export type Color = keyof typeof colors;

/** Creates an image of one colour, 60 × 40 px. */
export async function imageOf(color: Color, name = `${color}.png`): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = colors[color];
  context.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

function colorOf(image: ImageBitmap): string {
  const hex = `#${pixelsOf(image)
    .slice(0, 3)
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
  return Object.entries(colors).find(([, color]) => color === hex)?.[0] ?? hex;
}

function pixelsOf(image: ImageBitmap, x = 0, y = 0): number[] {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data];
}

/** Decodes a file with the browser. @returns the RGBA pixels in the middle of the left and of the right half. */
export async function halvesOf(file: Blob | ImageBitmap): Promise<{ left: number[]; right: number[] }> {
  const image = await createImageBitmap(file);
  const [quarter, middle] = [Math.floor(image.width / 4), Math.floor(image.height / 2)];
  return { left: pixelsOf(image, quarter, middle), right: pixelsOf(image, image.width - quarter, middle) };
}
