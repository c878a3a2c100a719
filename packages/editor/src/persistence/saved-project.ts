import type { Fingerprint } from '@isola/imaging';
import type { Confidence, Matte } from '@isola/segmenter';
import * as z from 'zod/mini';

import type { ImageDocument, SavedDocument } from '../document/image-document.ts';
import { disputedPart } from '../schema/fields.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import { isDerivedImage } from '../model/source-image.ts';

/** The data that is needed to continue with an image as if the page had never been left. */
export interface ProjectContent extends SavedDocument {
  /** Name of the file that was opened. */
  readonly name: string;
  readonly original: Blob;
  /** True when the original is not the file that the user has. Projects of earlier versions lack it. */
  readonly isDerived?: boolean;
  /** The cutout's PNG as the segmenter wrote it. */
  readonly png: Blob;
  readonly matte: Matte;
  readonly facts: ResultFacts;
}

/** Data of a result other than its pixels. */
export type ResultFacts = Pick<ImageSegmentation, 'run' | 'subject' | 'confidence'>;

/** An image with its result, as it is stored on this device. Times are in milliseconds since 1970. */
export interface SavedProject extends ProjectContent {
  readonly id: string;
  readonly openedAt: number;
  readonly changedAt: number;
  /** Thumbnail with transparency, at most 480 px a side. */
  readonly thumbnail: Blob;
  /**
   * True when the thumbnail shows the result at the current step of the history. Otherwise it shows the cutout or an
   * earlier result.
   */
  readonly isThumbnailCurrent: boolean;
  /** SHA-256 of the original's bytes, which identifies the same file. Rows of earlier versions lack it. */
  readonly contentHash?: string | undefined;
  /** Description of the subject, by which copies and sisters are found. Rows of earlier versions lack it. */
  readonly fingerprint?: Fingerprint | undefined;
}

/** An image that was saved before it had a result. */
export interface SavedOriginal extends Pick<
  SavedProject,
  'id' | 'name' | 'original' | 'isDerived' | 'openedAt' | 'changedAt' | 'contentHash'
> {
  /** Thumbnail of the image, at most 480 px a side. */
  readonly thumbnail: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Row of an image in the list of projects. */
export interface SavedRow extends Pick<
  SavedProject,
  | 'id'
  | 'name'
  | 'isDerived'
  | 'openedAt'
  | 'changedAt'
  | 'thumbnail'
  | 'isThumbnailCurrent'
  | 'contentHash'
  | 'fingerprint'
> {
  readonly widthPx: number;
  readonly heightPx: number;
  /** False as long as only the original is saved. */
  readonly hasResult: boolean;
}

const milliseconds = z.number().check(z.minimum(0));
const count = z.int().check(z.minimum(0), z.maximum(1_000_000));

const run = z.object({
  model: z.string().check(z.maxLength(200)),
  modelSha256: z.exactOptional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  provider: z.enum(['engine', 'wasm', 'webgpu']),
  fallback: z.exactOptional(z.enum(['device-lost', 'gpu-failed'])),
  threads: count,
  threadsReason: z.exactOptional(
    z.enum(['asked', 'single-core', 'insecure-origin', 'not-isolated', 'in-page', 'not-started', 'lost']),
  ),
  thread: z.enum(['worker', 'main']),
  mainThreadReason: z.exactOptional(z.enum(['asked', 'worker-not-started', 'worker-died'])),
  detail: z.enum(['standard', 'fine']),
  workingWidthPx: count,
  workingHeightPx: count,
  // Images that earlier versions saved lack these fields.
  networkWidthPx: z.prefault(count, 0),
  networkHeightPx: z.prefault(count, 0),
  passes: z.prefault(count, 0),
  timingsMs: z.object({
    preprocessing: milliseconds,
    'loading-model': milliseconds,
    segmenting: milliseconds,
    postprocessing: milliseconds,
    complete: milliseconds,
  }),
});

/** Earlier versions saved `realm` for `thread`, `page` for `main`, and `realmReason` for `mainThreadReason`. */
const savedRun = z.pipe(
  z.transform((saved: unknown) => {
    if (typeof saved !== 'object' || saved === null || !('realm' in saved)) return saved;
    const { realm, realmReason, ...others } = saved as { realm: unknown; realmReason?: unknown };
    return {
      ...others,
      thread: realm === 'page' ? 'main' : realm,
      ...(realmReason !== undefined && { mainThreadReason: realmReason }),
    };
  }),
  run,
);

const byte = z.int().check(z.minimum(0), z.maximum(255));

/** Facts in their stored form: the confidence map is an array of numbers, which JSON can represent. */
const facts = z.object({
  run: savedRun,
  subject: z.enum(['found', 'none']),
  confidence: z.object({
    value: z.number().check(z.minimum(0), z.maximum(1)),
    map: z.array(byte).check(z.maxLength(1_000_000)),
    mapWidthPx: count,
    mapHeightPx: count,
    // Projects of versions without disputed parts lack this field.
    disputed: z.optional(z.array(disputedPart).check(z.maxLength(100))),
  }),
});

export function packFacts({ run: report, subject, confidence }: ResultFacts): z.infer<typeof facts> {
  return {
    run: report,
    subject,
    confidence: {
      ...confidence,
      map: [...confidence.map],
      disputed: confidence.disputed.map((part) => ({ ...part, strips: [...part.strips] })),
    },
  };
}

/** @returns undefined for invalid data. */
export function readFacts(data: unknown): ResultFacts | undefined {
  const read = facts.safeParse(data);
  if (!read.success) return undefined;
  const { value, map, mapWidthPx, mapHeightPx, disputed = [] } = read.data.confidence;
  if (map.length !== mapWidthPx * mapHeightPx) return undefined;
  const confidence: Confidence = { value, map: Uint8ClampedArray.from(map), mapWidthPx, mapHeightPx, disputed };
  return { run: read.data.run, subject: read.data.subject, confidence };
}

/**
 * Collects a document in its current state, with its segmentation, in the form in which it is saved.
 * @throws {SegmenterError} when the cutout's file cannot be written.
 */
export async function projectOf(
  document: ImageDocument,
  { png, matte, run, subject, confidence }: ImageSegmentation,
): Promise<ProjectContent> {
  const { file, name } = document.image;
  const cutout = await png.write();
  return {
    name,
    original: file,
    ...(isDerivedImage(document.image) && { isDerived: true }),
    png: cutout,
    matte,
    facts: { run, subject, confidence },
    history: document.history.dump(),
    backgroundImages: backgroundImagesOf(document),
  };
}

/** @returns the background images of a document. */
export function backgroundImagesOf(document: ImageDocument): ProjectContent['backgroundImages'] {
  return document.backgroundImageIds().flatMap((id) => {
    const blob = document.backgroundImage(id);
    return blob ? [{ id, blob }] : [];
  });
}
