import { download, safeFileName } from '@isola/files';

import type { Editor } from '../../editor.ts';
import { createDocumentSchema } from '../../registry/document-schema.ts';
import { projectOf } from '../../persistence/saved-project.ts';

const loadProjectFile = () => import('../../persistence/project-file.ts');

/** Loads the code that writes projects, because the connection may be lost when it is needed. */
export async function prefetchSaving(): Promise<void> {
  await loadProjectFile();
}

/**
 * Saves a document as a project file by a download.
 * @param fallback Name of the file when the image has none.
 * @throws {PersistenceError} with the code `too-large`.
 */
export async function saveProject(
  {
    document,
    segmentation,
    autosave,
    registries,
  }: Pick<Editor, 'document' | 'segmentation' | 'autosave' | 'registries'>,
  fallback: string,
): Promise<void> {
  const { projectEnding, writeProject } = await loadProjectFile();
  const work = await projectOf(document, segmentation);
  download(
    await writeProject(work, createDocumentSchema(registries)),
    safeFileName(document.image.name, { fallback, ending: projectEnding }),
  );
  autosave?.noteSaved(document, work.history);
}
