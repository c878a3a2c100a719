import { type BackgroundCache, createBackgroundCache } from '../background/create-background-cache.ts';
import { forgetReducedCopy } from '../background/open-image-file.ts';
import { CompositorError } from '../job/compositor-error.ts';
import type { EditDefinition, EditParams } from '../matte/define-edit.ts';
import type { Raster } from '../raster/raster.ts';
import { readMattePng } from '../raster/read-matte-png.ts';
import { createPictureLender, type PictureLender } from '../layers/create-picture-lender.ts';
import { type OpenImage, openImage } from './open-image.ts';
import { readSource, type SourceImage } from './protocol.ts';

interface Opened {
  readonly image: OpenImage;
  readonly source: Omit<SourceImage, 'bitmap'>;
}

/**
 * Time for which a result is held. A change of format or quality usually follows within moments; afterwards 4 bytes per
 * pixel are freed.
 */
const keepResultMs = 3_000;

/** State of one image, from its `open` to the next. */
export interface ImageSession {
  readonly blobs: Map<number, Blob>;
  /** Cache of backgrounds that were rendered for drafts. */
  readonly backgroundCache: BackgroundCache;
  /** Decoded pictures of layers. */
  readonly layerPictures: PictureLender;
  /** Edits of the jobs to come. An invalid edit fails every job that contains it. */
  edits: readonly (() => EditParams)[];
  /** Opens the image with the first job. An invalid source fails every job, but not the worker. */
  readonly opened: () => Promise<Opened>;
  readonly lend: (bitmap: ImageBitmap | undefined) => void;
  /**
   * Returns the previous full-size result when it has this key. Any other result is released, so that only one is in
   * memory.
   */
  readonly takeResult: (key: string) => Raster | undefined;
  /** Holds a result for a while, so that another format or quality can reuse it. */
  readonly keepResult: (key: string, raster: Raster) => void;
  /** Frees the memory of the image. */
  readonly close: () => void;
}

/**
 * Creates the state of an image.
 * @param unread the source image, which is checked when the first job opens it.
 * @param lendsBitmap true when the page will call `lend`.
 */
export function createImageSession(
  unread: unknown,
  lendsBitmap: boolean,
  editKinds: readonly EditDefinition[],
): ImageSession {
  /** Pixels of the source when the page lends them. */
  const lent = Promise.withResolvers<ImageBitmap | undefined>();
  if (!lendsBitmap) lent.resolve(undefined);
  let opening: Promise<Opened> | undefined;
  let last: { readonly key: string; readonly raster: Raster } | undefined;
  const layerPictures = createPictureLender();
  let releaseTimer: ReturnType<typeof setTimeout> | undefined;

  async function open(): Promise<Opened> {
    const source = readSource(unread);
    const { matte: given } = source;
    const matte = 'file' in given ? await readMattePng(given.file, given) : given;
    return { image: openImage({ ...source, matte }, lent.promise, editKinds), source };
  }

  return {
    blobs: new Map(),
    backgroundCache: createBackgroundCache(),
    layerPictures,
    edits: [],
    opened: () => (opening ??= open()),
    lend: lent.resolve,
    takeResult(key) {
      clearTimeout(releaseTimer);
      if (last?.key !== key) last = undefined;
      return last?.raster;
    },
    keepResult(key, raster) {
      last = { key, raster };
      releaseTimer = setTimeout(() => {
        last = undefined;
      }, keepResultMs);
    },
    close() {
      clearTimeout(releaseTimer);
      last = undefined;
      layerPictures.close();
      forgetReducedCopy();
      // Jobs that still wait for the bitmap have been aborted.
      lent.resolve(undefined);
      void opening?.then(
        ({ image }) => image.close(),
        () => undefined,
      );
    },
  };
}

/** Returns a function that finds a blob by its number. @throws {CompositorError} when the blob was not sent. */
export function blobsOf({ blobs }: ImageSession): (number: number) => Blob {
  return (number) => {
    const blob = blobs.get(number);
    if (!blob) throw new CompositorError('processing-failed', `there is no blob ${number}`);
    return blob;
  };
}
