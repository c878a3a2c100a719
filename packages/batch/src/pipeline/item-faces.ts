import type { DocumentState, FaceEllipse, FindFaces } from '@isola/editor';
import type { RetouchEdit } from '@isola/imaging';

import type { BatchEntry } from '../items/batch-entry.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';
import type { ItemCompositor } from './create-item-compositors.ts';
import { readOriginal } from './item-source.ts';

/** Finds the faces in the images of a batch. */
export interface ItemFaces {
  /**
   * Finds the faces in an item's original. They are looked for once while the page is open.
   * @returns ellipses in px of the original.
   * @throws {FacesError} when the networks cannot be loaded.
   * @throws {StoredFileUnreadable}
   * @throws the signal's reason.
   */
  readonly of: (entry: BatchEntry, signal: AbortSignal) => Promise<readonly FaceEllipse[]>;
}

export function createItemFaces(storage: () => Pick<OpenedStorage, 'readFile'>, find: FindFaces): ItemFaces {
  const found = new WeakMap<BatchEntry, readonly FaceEllipse[]>();
  return {
    async of(entry, signal) {
      const known = found.get(entry);
      if (known) return known;
      const faces = await find({ file: await readOriginal(storage(), entry) }, { signal });
      found.set(entry, faces);
      return faces;
    },
  };
}

export interface BlurredState {
  readonly state: DocumentState;
  /** Number of faces that are unrecognisable in the state; undefined when none were looked for. */
  readonly blurredFaces: number | undefined;
}

/**
 * Makes faces unrecognisable. A face that the state has made so already, by hand or by an earlier preset, is left as it is.
 * @param faces ellipses in px of the image that the compositor has open.
 * @returns the state with an edit for each face that lies in the image, after all other edits.
 */
export async function withBlurredFaces(
  state: DocumentState,
  faces: readonly FaceEllipse[],
  compositor: Pick<ItemCompositor, 'pixelate'>,
  signal?: AbortSignal,
): Promise<BlurredState> {
  if (faces.length === 0) return { state, blurredFaces: 0 };
  const { edits } = state.matte;
  const blurs = await compositor.pixelate(state.matte, faces, { signal });
  const added = blurs.filter((blur) => !edits.some((edit) => isSameArea(edit, blur)));
  return { state: { ...state, matte: { ...state.matte, edits: [...edits, ...added] } }, blurredFaces: blurs.length };
}

/** The same face has the same ellipse each time it is looked for, and so its edit has the same place. */
function isSameArea(edit: DocumentState['matte']['edits'][number], blur: RetouchEdit): boolean {
  const places = ['kind', 'leftPx', 'topPx', 'widthPx', 'heightPx'] as const;
  return places.every((place) => edit[place] === blur[place]);
}

/** Returns ellipses in px of a copy of their image. @param scale size of the copy, relative to the image. */
export function scaledFaces(faces: readonly FaceEllipse[], scale: number): readonly FaceEllipse[] {
  return faces.map(({ kind, centerX, centerY, radiusX, radiusY }) => ({
    kind,
    centerX: centerX * scale,
    centerY: centerY * scale,
    radiusX: radiusX * scale,
    radiusY: radiusY * scale,
  }));
}
