import type { Editor } from '../../editor.ts';
import { download } from '../../export/download.ts';
import { safeFileName } from '../../export/safe-file-name.ts';
import { loadFailureWords } from '../session/failure-banner.tsx';
import { createDocumentSchema } from '../../registry/document-schema.ts';
import { projectOf } from '../../persistence/saved-project.ts';

const loadProjectFile = () => import('../../persistence/project-file.ts');

/** Loads what writes a project, and what words a failure: the network may be gone when either is asked for. */
export async function prefetchSaving(): Promise<void> {
  await Promise.all([loadProjectFile(), import('jszip'), loadFailureWords()]);
}

/**
 * Hands a document to its user as a project.
 * @param fallback the file's name where the image has none.
 * @throws {PersistenceError} `too-large`.
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
