import type { Segmentation } from '@isola/segmenter';

import type { PhotoDocument } from '../document/photo-document.ts';
import { download } from '../download.ts';
import { safeFileName } from '../safe-file-name.ts';
import { workOf } from './document-keeper.ts';
import { siteKeeper } from './site-keep.ts';

/**
 * Hands a document to its user as a project.
 * @param fallback the file's name where the photo has none.
 * @throws {KeepError} `too-large`.
 */
export async function saveProject(document: PhotoDocument, result: Segmentation, fallback: string): Promise<void> {
  const { projectEnding, writeProject } = await import('./project-file.ts');
  const work = workOf(document, result);
  download(await writeProject(work), safeFileName(document.photo.name, { fallback, ending: projectEnding }));
  siteKeeper.noteSaved(document, work.history);
}
