import { v4 as randomId } from 'uuid';

import type { SourceImage } from '../session/segmentation-session.ts';
import { createHistory, type History, type SavedHistory } from '../history/create-history.ts';
import type { StepName } from '../registry/steps.ts';
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
  /** The ids of all that were taken in, oldest first. */
  readonly backgroundImageIds: () => readonly string[];
  /** @returns undefined for an id that is not of this document. */
  readonly backgroundImage: (id: string) => Blob | undefined;
}

/** What was kept of a document, on this device or in a file. */
export interface SavedDocument {
  readonly history: SavedHistory<DocumentState, StepName>;
  readonly pictures: readonly { readonly id: string; readonly blob: Blob }[];
}

/**
 * @param kept of an earlier visit, or of a project file: the document goes on with it.
 * @param first the state of a document that begins here; the cutout as it is unless given.
 */
export function createImageDocument(image: SourceImage, kept?: SavedDocument, first = initialState): ImageDocument {
  // Kept even when another background is chosen: an undo may want it back.
  const pictures = new Map(kept?.pictures.map(({ id, blob }) => [id, blob]));
  return {
    image,
    history: createHistory<DocumentState, StepName>(first, kept?.history),
    // By chance: what two tabs take in must not meet under one name. Counted: the store gives them back in order.
    addBackgroundImage(picture, id = `picture-${pictures.size + 1}-${randomId()}`) {
      pictures.set(id, picture);
      return id;
    },
    backgroundImageIds: () => [...pictures.keys()],
    backgroundImage: (id) => pictures.get(id),
  };
}
