import {
  type BackgroundParams,
  createCompositor,
  type EditParams,
  type EncodingParams,
  type Matte,
  workingSizeOfRun,
} from '@isola/imaging';

import { imageIdsOf } from '../document/layers.ts';
import type { ImageDocument } from '../document/image-document.ts';
import { untilSettled } from '../history/until-settled.ts';
import { isSameData } from '../model/same-data.ts';
import type { EditorRegistries } from '../registry/registries.ts';
import type { Rendering } from '../rendering/create-rendering.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { settingsAlike } from './apply-alike.ts';
import type { LoadOutcome, ProjectStore } from './project-store.ts';
import type { SavedProject } from './saved-project.ts';

/** Document that takes settings over, with its rendering. An `Editor` has all of it. */
export interface SettingsTarget {
  readonly document: ImageDocument;
  readonly rendering: Pick<Rendering, 'editedMatte'>;
  readonly registries: EditorRegistries;
}

export type TakeOverOutcome = 'taken-over' | Exclude<LoadOutcome['outcome'], 'loaded' | 'original'>;

/**
 * Gives a document the background, crop, shadow and further settings of a saved image of the same thing, as one step.
 * Background images are carried over.
 * @param id Id of the saved image.
 * @throws {SegmenterError} when a matte cannot be computed.
 */
export async function takeOverSettings(
  store: Pick<ProjectStore, 'load'>,
  id: string,
  { document, rendering, registries }: SettingsTarget,
): Promise<TakeOverOutcome> {
  const loaded = await store.load(id);
  if (loaded.outcome === 'original') return 'missing';
  if (loaded.outcome !== 'loaded') return loaded.outcome;
  const { project, isHistoryLost } = loaded;
  const { history, backgroundImages } = project;
  const state = history.past[history.at]?.state;
  if (isHistoryLost || !state) return 'damaged';
  const apply = settingsAlike(
    {
      state,
      matte: await editedMatteOf(project, state, registries),
      goesAlong: (imageId) => backgroundImages.some((picture) => picture.id === imageId),
    },
    registries,
  );
  const own = await rendering.editedMatte(document.history.getState().state.matte, new AbortController().signal);
  await untilSettled(document.history);
  // The state is read again, because other steps may have been committed meanwhile.
  const next = apply(document.history.getState().state, own);
  const used = imageIdsOf(next, registries.backgrounds);
  for (const picture of backgroundImages)
    if (used.includes(picture.id)) document.addBackgroundImage(picture.blob, picture.id);
  document.history.commit('settings', next);
  return 'taken-over';
}

/** Applies the edits of a saved image to its matte. */
async function editedMatteOf(
  { original, png, matte, facts: { run } }: SavedProject,
  state: DocumentState,
  { startWorker }: Pick<EditorRegistries, 'startWorker'>,
): Promise<Matte> {
  if (isSameData(state.matte, initialState.matte)) return matte;
  const compositor = createCompositor<BackgroundParams, EncodingParams, EditParams>(
    { image: original, cutout: png, matte, workingSize: workingSizeOfRun(run) },
    startWorker && { startWorker },
  );
  try {
    return await compositor.editMatte(state.matte);
  } finally {
    compositor.close();
  }
}
