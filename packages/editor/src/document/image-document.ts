import type { BackgroundSource } from '@isola/imaging';
import { v4 as randomId } from 'uuid';

import type { Photo } from '../session/segmentation-session.ts';
import { createHistory, type History, type KeptHistory } from '../history/create-history.ts';
import type { Background, Mark, MatteEdits, Recipe } from '../schema/document-state.ts';
import { plainRecipe } from '../schema/initial-state.ts';

/** What a step is called: what was done by hand, the kind of background it chose, or what it set. Worded in the bundle. */
export type StepName =
  | Mark['action']
  | Exclude<keyof MatteEdits, 'marks'>
  | 'edge'
  | Background['kind']
  | 'contact'
  | 'drop-shadow'
  | 'match'
  | 'wrap'
  | 'light'
  | 'crop'
  | 'rotate'
  | 'straighten'
  | 'mirror'
  | 'center'
  | 'size'
  | 'format'
  | 'quality'
  | 'density'
  | 'limit'
  | 'metadata'
  | 'recipe';

/** One photo with what is made of it. The photo and its matte never change: the recipe does, step by step. */
export interface PhotoDocument {
  readonly photo: Photo;
  readonly history: History<Recipe, StepName>;
  /** Takes in a picture to lie behind the cut-out. @returns its id for the recipe. */
  readonly addPicture: (picture: Blob) => string;
  /** The ids of all that were taken in, oldest first. */
  readonly pictureIds: () => readonly string[];
  /** @returns undefined for an id that is not of this document. */
  readonly picture: (id: string) => Blob | undefined;
}

/** What was kept of a document, on this device or in a file. */
export interface KeptDocument {
  readonly history: KeptHistory<Recipe, StepName>;
  readonly pictures: readonly { readonly id: string; readonly blob: Blob }[];
}

/** @param kept of an earlier visit, or of a project file: the document goes on with it. */
export function createPhotoDocument(photo: Photo, kept?: KeptDocument): PhotoDocument {
  // Kept even when another background is chosen: an undo may want it back.
  const pictures = new Map(kept?.pictures.map(({ id, blob }) => [id, blob]));
  return {
    photo,
    history: createHistory<Recipe, StepName>(plainRecipe, kept?.history),
    addPicture(picture) {
      // By chance: what two tabs take in must not meet under one name. Counted: the store gives them back in order.
      const id = `picture-${pictures.size + 1}-${randomId()}`;
      pictures.set(id, picture);
      return id;
    },
    pictureIds: () => [...pictures.keys()],
    picture: (id) => pictures.get(id),
  };
}

/**
 * @returns what the cut-out is laid over in the file: a JPEG, which knows no transparency, gets white where nothing was
 * chosen. On the screen it is the same, for what is seen is what is saved.
 */
export function backgroundOf(document: PhotoDocument, { background, export: { format } }: Recipe): BackgroundSource {
  const chosen = chosenBackground(document, background);
  return chosen.kind === 'transparent' && format === 'jpeg' ? { kind: 'color', color: '#ffffff' } : chosen;
}

function chosenBackground(document: PhotoDocument, background: Background): BackgroundSource {
  switch (background.kind) {
    case 'picture': {
      const { id, ...lie } = background;
      const picture = document.picture(id);
      return picture ? { ...lie, kind: 'image', image: picture } : { kind: 'transparent' };
    }
    case 'blur':
      return { ...background, original: document.photo.file };
    case 'transparent':
    case 'color':
    case 'gradient':
    case 'studio':
      return background;
    default:
      return background satisfies never;
  }
}
