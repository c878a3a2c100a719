import { v4 as randomId } from 'uuid';

import type { SourceImage } from '../model/source-image.ts';
import { createHistory, type History, type SavedHistory } from '../history/create-history.ts';
import type { StepName } from '../model/step.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

/** One image with its document. The image and its matte never change. Edits change the state, step by step. */
export interface ImageDocument {
  readonly image: SourceImage;
  readonly history: History<DocumentState, StepName>;
  /**
   * Adds a background image.
   * @param id Id under which another document has the same image. Default: a new id.
   * @returns the id for the document's state.
   */
  readonly addBackgroundImage: (picture: Blob, id?: string) => string;
  /** @returns the ids of all background images, the oldest first. */
  readonly backgroundImageIds: () => readonly string[];
  /** @returns undefined for an id that this document does not have. */
  readonly backgroundImage: (id: string) => Blob | undefined;
}

/** A document as it is saved on this device or in a project file. */
export interface SavedDocument {
  readonly history: SavedHistory<DocumentState, StepName>;
  readonly backgroundImages: readonly { readonly id: string; readonly blob: Blob }[];
}

/**
 * @param saved Saved document of an earlier visit or of a project file, which this document continues.
 * @param first First state of a document that continues no saved one. Default: the unchanged cutout.
 */
export function createImageDocument(image: SourceImage, saved?: SavedDocument, first = initialState): ImageDocument {
  // A background image stays in memory when another background is chosen, because an undo may need it.
  const backgroundImages = new Map(saved?.backgroundImages.map(({ id, blob }) => [id, blob]));
  return {
    image,
    history: createHistory<DocumentState, StepName>(first, saved?.history),
    // Random ids prevent two tabs from giving two images the same id. The number comes first because the store sorts by
    // id.
    addBackgroundImage(picture, id = `picture-${backgroundImages.size + 1}-${randomId()}`) {
      backgroundImages.set(id, picture);
      return id;
    },
    backgroundImageIds: () => [...backgroundImages.keys()],
    backgroundImage: (id) => backgroundImages.get(id),
  };
}
