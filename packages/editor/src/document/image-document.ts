import { v4 as randomId } from 'uuid';

import type { SourceImage } from '../model/source-image.ts';
import { createHistory, type History, type SavedHistory } from '../history/create-history.ts';
import type { StepName } from '../model/step.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

/** One image with what is made of it. The image and its matte never change: the state does, step by step. */
export interface ImageDocument {
  readonly image: SourceImage;
  readonly history: History<DocumentState, StepName>;
  /**
   * Takes in a picture to lie behind the cutout.
   * @param id by which another document knows the same picture; a new one unless given.
   * @returns its id for the state.
   */
  readonly addBackgroundImage: (picture: Blob, id?: string) => string;
  /** @returns the ids of all added pictures, the oldest first. */
  readonly backgroundImageIds: () => readonly string[];
  /** @returns undefined for an id that is not of this document. */
  readonly backgroundImage: (id: string) => Blob | undefined;
}

/** A document as it is saved on this device or in a project file. */
export interface SavedDocument {
  readonly history: SavedHistory<DocumentState, StepName>;
  readonly pictures: readonly { readonly id: string; readonly blob: Blob }[];
}

/**
 * @param saved Saved document of an earlier visit or of a project file, which this document continues.
 * @param first the state of a document that begins here; the cutout as it is unless given.
 */
export function createImageDocument(image: SourceImage, saved?: SavedDocument, first = initialState): ImageDocument {
  // A picture stays when another background is chosen, because an undo may need it.
  const pictures = new Map(saved?.pictures.map(({ id, blob }) => [id, blob]));
  return {
    image,
    history: createHistory<DocumentState, StepName>(first, saved?.history),
    // The id is random, so that two tabs never give one id to two pictures. It begins with a number, because the store sorts by id.
    addBackgroundImage(picture, id = `picture-${pictures.size + 1}-${randomId()}`) {
      pictures.set(id, picture);
      return id;
    },
    backgroundImageIds: () => [...pictures.keys()],
    backgroundImage: (id) => pictures.get(id),
  };
}
