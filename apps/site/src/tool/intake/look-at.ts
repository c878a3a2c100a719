import { type Segmentation, translateError } from '@isola/segmenter';

import { checkPhoto } from '../check-photo.ts';
import type { Failure, Photo } from '../removal.ts';

/** What a file turned out to be. */
export type Found =
  | { readonly kind: 'photo' }
  /** A saved project: the photo and its result, and the document knows its steps already. */
  | { readonly kind: 'project'; readonly photo: Photo; readonly result: Segmentation }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Looks at what somebody put on the page, by its content: its name and its type are only what somebody says. */
export async function lookAt(file: Blob): Promise<Found> {
  if (await isZip(file)) {
    const opened = await openedProject(file);
    if (opened) return opened;
  }
  const refusal = await checkPhoto(file);
  return refusal ? refused({ code: refusal }) : { kind: 'photo' };
}

async function isZip(file: Blob): Promise<boolean> {
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
  if (!modules) return refused({ code: 'network' });
  const [{ openProject }, { KeepError }, { adoptDocument }] = modules;
  try {
    const { photo, result, kept } = await openProject(file);
    adoptDocument(photo, kept);
    return { kind: 'project', photo, result };
  } catch (error) {
    if (!(error instanceof KeepError)) return refused(failureOf(error));
    if (error.code === 'not-a-project') return undefined;
    return refused({ code: 'project-not-opened', reason: error.code });
  }
}

/** @returns any failure by its code. */
export function failureOf(error: unknown): Failure {
  const { code, detail } = translateError(error);
  return { code: code === 'aborted' ? 'processing-failed' : code, ...(detail && { detail }) };
}

function refused(failure: Failure): Found {
  return { kind: 'refused', failure };
}
