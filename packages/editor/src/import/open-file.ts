import { decodeImage, type TranslatedError, translateError, uprightImage } from '@isola/segmenter';

import type { ImageDocument } from '../document/image-document.ts';
import { checkImage } from '../image/check-image.ts';
import type { ImageRefusal, Failure } from '../model/failure.ts';
import { mainPicture } from '../image/main-picture.ts';
import type { DocumentSchema } from '../registry/document-schema.ts';
import { preloadImage } from './preload-image.ts';
import type { SourceImage } from '../model/source-image.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';

interface Refused {
  readonly failure: Failure;
}

/** A copy of an image's file in memory. */
interface OpenedPicture {
  readonly picture: Blob;
  readonly isFilmLeftOut: boolean;
  /** True when the copy has other bytes than the file. */
  readonly isDerived: boolean;
}

/** Result of opening a file: an image, or the reason why the file was refused. */
export type OpenedFile =
  | {
      /** Opened image. The caller revokes its URL and closes its bitmap. */
      readonly image: SourceImage;
      /** Segmentation of a saved project. The caller closes its bitmap. */
      readonly segmentation?: ImageSegmentation;
      /** Document of a saved project, with its history. */
      readonly document?: ImageDocument;
    }
  | Refused;

export type OpenFile = typeof openFile;

/**
 * Opens a file by its content, because its name and its type may be wrong.
 * @param schema Kinds that a saved project may contain. Default: the package's own kinds.
 * @param signal Ends the decoding. The caller has to free a result that is returned after the signal was aborted.
 */
export async function openFile(file: Blob, signal: AbortSignal, schema?: DocumentSchema): Promise<OpenedFile> {
  try {
    const project = (await isZip(file)) ? await openedProject(file, schema) : undefined;
    if (project) return project;
  } catch (error) {
    return { failure: failureOf(error) };
  }
  const found = await decodedPicture(file, signal);
  if ('failure' in found) return found;
  const { picture, bitmap, isFilmLeftOut, isDerived } = found;
  const name = file instanceof File ? file.name : '';
  const url = URL.createObjectURL(picture);
  // The page shows the image next, and its first frame must not be empty.
  await preloadImage(url);
  return {
    image: {
      file: picture,
      name,
      url,
      bitmap,
      ...(isDerived && { isDerived }),
      ...(isFilmLeftOut && { isFilmLeftOut }),
    },
  };
}

/**
 * Opens an image, not a project, and decodes it, because only decoding shows that the file is complete.
 * @returns a copy in memory. A file on a disk or in a cloud may be moved, changed or deleted before it is needed again.
 */
export async function openImage(file: Blob): Promise<OpenedPicture | Refused> {
  const found = await decodedPicture(file);
  if ('failure' in found) return found;
  const { bitmap, ...opened } = found;
  bitmap.close();
  return opened;
}

interface DecodedPicture extends OpenedPicture {
  readonly bitmap: ImageBitmap;
}

/** Checks and decodes an image. */
async function decodedPicture(file: Blob, signal?: AbortSignal): Promise<DecodedPicture | Refused> {
  let bitmap: ImageBitmap | undefined;
  try {
    const refusal = await checkImage(file);
    if (refusal) return { failure: failureOfRefusal(refusal) };
    const main = await mainPicture(file);
    const copy = new Blob([await main.arrayBuffer()], { type: file.type });
    bitmap = await decodeImage(copy, { ...(signal && { signal }) });
    // Browsers ignore the orientation of some files. The image and its result must be shown alike.
    const picture = await uprightImage(copy);
    const isFilmLeftOut = main !== file;
    return { picture, bitmap, isFilmLeftOut, isDerived: isFilmLeftOut || picture !== copy };
  } catch (error) {
    bitmap?.close();
    return { failure: failureOf(error) };
  }
}

/** Checks whether a file begins like a saved project, which is a zip. @throws when the file cannot be read. */
export async function isZip(file: Blob): Promise<boolean> {
  const [first, second, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
}

/** Opens a saved project. @returns undefined for a zip of another kind. */
async function openedProject(file: Blob, schema: DocumentSchema | undefined): Promise<OpenedFile | undefined> {
  const modules = await Promise.all([
    import('../persistence/project-file.ts'),
    import('../persistence/persistence-error.ts'),
  ]).catch(() => undefined);
  if (!modules) return { failure: { code: 'resource-load-failed' } };
  const [{ openProject }, { PersistenceError }] = modules;
  try {
    return await openProject(file, schema);
  } catch (error) {
    if (!(error instanceof PersistenceError)) throw error;
    if (error.code === 'not-a-project') return undefined;
    return { failure: { code: 'project-not-opened', reason: error.code } };
  }
}

/** @returns the failure for any error. */
export function failureOf(error: unknown): Failure {
  const { code, detail } = translateError(error);
  return { code: codeOfFile(code), ...(detail && { detail }) };
}

/**
 * Replaces the codes that an import cannot have: nothing aborts it with an error, and its file is neither a URL nor an
 * element.
 */
function codeOfFile(code: TranslatedError['code']): Failure['code'] {
  switch (code) {
    case 'aborted':
    case 'no-browser':
    case 'source-unavailable':
    case 'source-tainted':
      return 'processing-failed';
    default:
      return code;
  }
}

function failureOfRefusal(refusal: ImageRefusal): Failure {
  if (refusal.code !== 'unsupported-format') return refusal;
  const { code, format } = refusal;
  return { code, ...(format && { format }) };
}
