import {
  acceptsBackground,
  backgroundChoices,
  type DocumentId,
  documents,
  type DocumentSpec,
  ownDocument,
  type OwnSize,
  photoBackground,
  type PhotoBackground,
} from '@isola/photo-specs/documents';
import type { Matte, Size, Stroke } from '@isola/imaging';
import { createStore, type StoreApi } from 'zustand/vanilla';

import { checkPhoto, type PhotoToCheck } from '../compliance/check-photo.ts';
import { findLeftover, type Leftover } from '../compliance/find-leftover.ts';
import type { RuleResult } from '../compliance/rule-result.ts';
import { photoGrid } from '../compliance/photo-grid.ts';
import type { MeasuredFace } from '../faces/measured-face.ts';
import { findHead } from '../geometry/find-head.ts';
import { type GuideName, type HeadGuides, leanGuides, moveGuide, proposeGuides } from '../geometry/head-guides.ts';
import { headOfFace } from '../geometry/head-of-face.ts';
import { placeHead, placeHeadInside, type PhotoPlacement } from '../placement/place-head.ts';

/** A document, or the size that the user entered. */
export type ChosenId = DocumentId | 'own';

/** Head in the open image. */
export interface OpenHead {
  /** Size of the image. */
  readonly size: Size;
  /** `no-subject`: nothing was segmented, so that the photo can only be cropped. */
  readonly found: 'head' | 'no-head' | 'no-subject';
  /** Current guides, including an unfinished move. */
  readonly guides: HeadGuides;
  /** Guides by which the photo is placed. While a guide is moved, the photo stays where it is. */
  readonly fitted: HeadGuides;
  /** Strokes of the brush, the oldest first. */
  readonly strokes: readonly Stroke[];
  readonly matte: Matte;
  /** Faces in the image, the largest first. Undefined while they are not known. */
  readonly faces: readonly MeasuredFace[] | undefined;
}

/** State that one step of the history changes. */
type Step = Pick<OpenHead, 'guides' | 'strokes'>;

export interface PhotoWorkState {
  readonly documentId: ChosenId;
  /** Size for the document `own`. */
  readonly ownSize: OwnSize;
  /** Background that the user chose. `backgroundOf` returns the background that this document actually uses. */
  readonly background: PhotoBackground;
  /** True when the user chose a background that the office does not accept, for other uses of the photo. */
  readonly isForOtherUses: boolean;
  readonly head: OpenHead | undefined;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** State saved for an image: its guides, its strokes and the background. */
export type RememberedWork = Step & Pick<PhotoWorkState, 'background' | 'isForOtherUses'>;

/** One ID photo in progress: a document, and the guides of an image. The guides stay when the document changes. */
export interface PhotoWork extends Pick<StoreApi<PhotoWorkState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Chooses a document. A background for other uses is chosen for one document, so it does not stay. */
  readonly chooseDocument: (id: ChosenId) => void;
  readonly setOwnSize: (size: OwnSize) => void;
  readonly chooseBackground: (background: PhotoBackground) => void;
  /**
   * Opens an image.
   * @param matte matte of the image.
   * @param remembered state saved on an earlier visit. Its guides replace those found in the outline.
   */
  readonly open: (matte: Matte, hasSubject: boolean, remembered?: RememberedWork) => void;
  /**
   * Sets the faces in the open image. The largest gives the guides, unless the user has set one.
   * @param faces in px of the image, the largest first.
   */
  readonly seeFaces: (faces: readonly MeasuredFace[]) => void;
  readonly close: () => void;
  /** Moves a guide, by a distance in px of the image. The photo stays until `fit`. */
  readonly move: (name: GuideName, dx: number, dy: number) => void;
  /** Sets the tilt of the guides, in degrees, and turns the photo with them. */
  readonly lean: (tiltDegrees: number) => void;
  /** Places the photo by the guides, and adds the move to the history as one step. */
  readonly fit: () => void;
  /** Adds a stroke of the brush as one step. */
  readonly paint: (stroke: Stroke) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Size of the form before the user changes it: the most common size of ID photos. */
const usualSize: OwnSize = { widthMm: 35, heightMm: 45, dotsPerInch: 300 };

export function createPhotoWork(documentId: ChosenId, ownSize: OwnSize = usualSize): PhotoWork {
  const { setState, getState, ...store } = createStore<PhotoWorkState>(() => ({
    documentId,
    ownSize,
    background: photoBackground('white'),
    isForOtherUses: false,
    head: undefined,
    past: [],
    future: [],
  }));
  /** State after the last completed step. */
  let committed: Step | undefined;

  function change(next: (head: OpenHead) => Partial<OpenHead>): void {
    const { head } = getState();
    if (head) setState({ head: { ...head, ...next(head) } });
  }

  function goTo(step: Step, steps: Pick<PhotoWorkState, 'past' | 'future'>): void {
    committed = step;
    change(() => ({ ...step, fitted: step.guides }));
    setState(steps);
  }

  function fit(): void {
    const { head, past } = getState();
    if (!head || !committed || head.guides === committed.guides) return;
    goTo({ guides: head.guides, strokes: head.strokes }, { past: [...past, committed], future: [] });
  }

  return {
    ...store,
    getState,
    chooseDocument(id) {
      fit();
      // Choosing the current document again must not cause another render.
      if (id !== getState().documentId) setState({ documentId: id, isForOtherUses: false });
    },
    setOwnSize: (size) => setState({ ownSize: size }),
    chooseBackground(background) {
      const state = getState();
      const isAccepted = acceptsBackground(documentOf(state), background);
      setState({ background, isForOtherUses: !isAccepted });
    },
    open(matte, hasSubject, remembered) {
      const size = { widthPx: matte.widthPx, heightPx: matte.heightPx };
      const seen = hasSubject ? findHead(matte) : undefined;
      const guides = remembered?.guides ?? seen ?? proposeGuides(size);
      const strokes = remembered?.strokes ?? [];
      const found = seen ? 'head' : hasSubject ? 'no-head' : 'no-subject';
      committed = { guides, strokes };
      setState({
        head: { size, found, guides, fitted: guides, strokes, matte, faces: undefined },
        past: [],
        future: [],
        ...(remembered && { background: remembered.background, isForOtherUses: remembered.isForOtherUses }),
      });
    },
    seeFaces(faces) {
      const { head, past, future } = getState();
      const [face] = faces;
      if (!head || !committed) return;
      const isSetByUser = [committed, ...past, ...future, head].some(({ guides }) => hasSetGuide(guides));
      if (!face || isSetByUser) return change(() => ({ faces }));
      const guides = headOfFace(face, head.matte, head.found === 'no-subject' ? undefined : findHead(head.matte));
      const withGuides = ({ strokes }: Step): Step => ({ guides, strokes });
      committed = withGuides(committed);
      change(() => ({ faces, guides, fitted: guides, ...(head.found === 'no-head' && { found: 'head' }) }));
      setState({ past: past.map(withGuides), future: future.map(withGuides) });
    },
    close() {
      committed = undefined;
      setState({ head: undefined, past: [], future: [] });
    },
    move: (name, dx, dy) => change(({ guides }) => ({ guides: moveGuide(guides, name, dx, dy) })),
    lean: (tiltDegrees) =>
      change(({ guides }) => {
        const leaned = leanGuides(guides, tiltDegrees);
        return { guides: leaned, fitted: leaned };
      }),
    fit,
    paint(stroke) {
      fit();
      const { head, past } = getState();
      if (!head || !committed) return;
      goTo({ guides: head.guides, strokes: [...head.strokes, stroke] }, { past: [...past, committed], future: [] });
    },
    undo() {
      fit();
      const { past, future } = getState();
      const last = past.at(-1);
      if (last && committed) goTo(last, { past: past.slice(0, -1), future: [committed, ...future] });
    },
    redo() {
      fit();
      const { past, future } = getState();
      const [next] = future;
      if (next && committed) goTo(next, { past: [...past, committed], future: future.slice(1) });
    },
  };
}

function hasSetGuide({ states }: HeadGuides): boolean {
  return Object.values(states).some(({ kind }) => kind === 'set');
}

/** Returns the specification of the chosen document, or of another. */
export function documentOf(
  { documentId, ownSize }: Pick<PhotoWorkState, 'documentId' | 'ownSize'>,
  id: ChosenId = documentId,
): DocumentSpec {
  return id === 'own' ? ownDocument(ownSize) : documents[id];
}

/**
 * Returns the background used in a document: the user's choice when the document accepts it or the photo is for other
 * uses, otherwise the document's first.
 */
export function backgroundOf(
  { background, isForOtherUses, head }: Pick<PhotoWorkState, 'background' | 'isForOtherUses' | 'head'>,
  document: DocumentSpec,
): PhotoBackground {
  if (head?.found === 'no-subject') return 'original';
  if (isForOtherUses || acceptsBackground(document, background)) return background;
  return photoBackground(backgroundChoices(document)[0]);
}

export interface PlacedPhoto {
  readonly document: DocumentSpec;
  readonly background: PhotoBackground;
  /** True when the office does not accept the background, so that the file and the sheet are marked. */
  readonly isForOtherUses: boolean;
  readonly placement: PhotoPlacement;
  readonly strokes: readonly Stroke[];
  /** Size of the image. */
  readonly image: Size;
  /** Leftovers next to the person in the cutout; they matter only when the background is replaced. */
  readonly leftover: Leftover | undefined;
}

/**
 * Returns the placed photo, or undefined when no image is open.
 * @param id another document than the chosen one, for a second size.
 */
export function placedPhoto(state: PhotoWorkState, id = state.documentId): PlacedPhoto | undefined {
  const { head } = state;
  if (!head) return undefined;
  const document = documentOf(state, id);
  const background = backgroundOf(state, document);
  const isOriginal = background === 'original';
  const placement = (isOriginal ? placeHeadInside : placeHead)(head.fitted, document, head.size);
  return {
    document,
    background,
    isForOtherUses: !acceptsBackground(document, background),
    placement,
    strokes: isOriginal ? noStrokes : head.strokes,
    image: head.size,
    leftover:
      isOriginal || head.found !== 'head'
        ? undefined
        : findLeftover(photoGrid(placement, head.matte, head.strokes), head.fitted, placement),
  };
}

const noStrokes: readonly Stroke[] = [];

/**
 * Checks the photo with the current guides.
 * @param measured size of the finished file and colour of the wall, once they are known.
 */
export function rulesOf(
  { head }: PhotoWorkState,
  photo: PlacedPhoto,
  measured: Pick<PhotoToCheck, 'fileBytes' | 'wall'> = {},
): readonly RuleResult[] {
  if (!head) return [];
  const { document, placement, background, leftover } = photo;
  const { guides, faces } = head;
  return checkPhoto({ document, guides, placement, background, leftover, faces, ...measured });
}
