import type { BackgroundSource } from '@isola/imaging';
import { v4 as randomId } from 'uuid';

import type { SourceImage } from '../session/segmentation-session.ts';
import { createHistory, type History, type SavedHistory } from '../history/create-history.ts';
import { type FileFormat, fileFormats, formatOf } from './formats.ts';
import type { StepName } from '../registry/step-names.ts';
import type { Background, DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';

/** One image with what is made of it. The image and its matte never change: the state does, step by step. */
export interface ImageDocument {
  readonly image: SourceImage;
  readonly history: History<DocumentState, StepName>;
  /** Takes in a picture to lie behind the cutout. @returns its id for the state. */
  readonly addBackgroundImage: (picture: Blob) => string;
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

/** @param kept of an earlier visit, or of a project file: the document goes on with it. */
export function createImageDocument(image: SourceImage, kept?: SavedDocument): ImageDocument {
  // Kept even when another background is chosen: an undo may want it back.
  const pictures = new Map(kept?.pictures.map(({ id, blob }) => [id, blob]));
  return {
    image,
    history: createHistory<DocumentState, StepName>(initialState, kept?.history),
    addBackgroundImage(picture) {
      // By chance: what two tabs take in must not meet under one name. Counted: the store gives them back in order.
      const id = `picture-${pictures.size + 1}-${randomId()}`;
      pictures.set(id, picture);
      return id;
    },
    backgroundImageIds: () => [...pictures.keys()],
    backgroundImage: (id) => pictures.get(id),
  };
}

/**
 * @returns what the cutout is laid over in the file: a format without transparency, such as JPEG, gets white where nothing was
 * chosen. On the screen it is the same, for what is seen is what is saved.
 */
export function backgroundSourceOf(
  document: ImageDocument,
  { background, export: { format } }: DocumentState,
  formats: readonly FileFormat[] = fileFormats,
): BackgroundSource {
  const chosen = chosenBackgroundSource(document, background);
  return chosen.kind === 'transparent' && !formatOf(format, formats).hasTransparency
    ? { kind: 'color', color: '#ffffff' }
    : chosen;
}

function chosenBackgroundSource(document: ImageDocument, background: Background): BackgroundSource {
  switch (background.kind) {
    case 'picture': {
      const { id, ...lie } = background;
      const picture = document.backgroundImage(id);
      return picture ? { ...lie, kind: 'image', image: picture } : { kind: 'transparent' };
    }
    case 'blur':
      return { ...background, original: document.image.file };
    case 'transparent':
    case 'color':
    case 'gradient':
    case 'studio':
      return background;
    default:
      return background satisfies never;
  }
}
