import { type Segmentation, translateError } from '@isola/segmenter';

import { checkPhoto } from '../check-photo.ts';
import type { Failure, Photo } from '../removal.ts';

interface Refused {
  readonly failure: Failure;
}

/** What a file turned out to be: a photo, or why it is none. */
export type Found =
  | {
      /** Its address is the caller's to give back. */
      readonly photo: Photo;
      /** With a saved project, whose document knows its steps already. Its bitmap is the caller's to close. */
      readonly result?: Segmentation;
    }
  | Refused;

/** Looks at what somebody put on the page, by its content: its name and its type are only what somebody says. */
export async function lookAt(file: Blob): Promise<Found> {
  try {
    const project = (await isZip(file)) ? await openedProject(file) : undefined;
    if (project) return project;
  } catch (error) {
    return { failure: failureOf(error) };
  }
  const found = await lookAtPicture(file);
  if ('failure' in found) return found;
  const name = file instanceof File ? file.name : '';
  return { photo: { file: found.picture, name, url: URL.createObjectURL(found.picture) } };
}

/**
 * Looks at a picture alone.
 * @returns a copy in memory: what lies on a disk or in a cloud may be moved, changed or gone when it is next needed.
 */
export async function lookAtPicture(file: Blob): Promise<{ readonly picture: Blob } | Refused> {
  try {
    const refusal = await checkPhoto(file);
    if (refusal) return { failure: { code: refusal } };
    return { picture: new Blob([await file.arrayBuffer()], { type: file.type }) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Whether a file begins as a saved project does. @throws when it cannot be read. */
export async function isZip(file: Blob): Promise<boolean> {
  const [first, second, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return first === 0x50 && second === 0x4b && third === 3 && fourth === 4;
}

/** @returns undefined for a zip of another kind. */
async function openedProject(file: Blob): Promise<Found | undefined> {
  const modules = await Promise.all([
    import('../keep/project-file.ts'),
    import('../keep/keep-error.ts'),
    import('../document/photo-document.ts'),
  ]).catch(() => undefined);
  if (!modules) return { failure: { code: 'network' } };
  const [{ openProject }, { KeepError }, { adoptDocument }] = modules;
  try {
    const { photo, result, kept } = await openProject(file);
    adoptDocument(photo, kept);
    return { photo, result };
  } catch (error) {
    if (!(error instanceof KeepError)) throw error;
    if (error.code === 'not-a-project') return undefined;
    return { failure: { code: 'project-not-opened', reason: error.code } };
  }
}

/** @returns any failure by its code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')) {
    return { code: 'file-unreadable' };
  }
  const { code, detail } = translateError(error);
  return { code: code === 'aborted' ? 'processing-failed' : code, ...(detail && { detail }) };
}
