import {
  type BackgroundChoice,
  backgroundChoices,
  backgroundColours,
  type DocumentId,
  documents,
  type DocumentSpec,
} from '@isola/photo-specs/documents';
import type { Matte, Size } from '@isola/imaging';
import { createStore, type StoreApi } from 'zustand/vanilla';

import { checkPhoto, type RuleResult } from '../compliance/check-photo.ts';
import { findHead } from '../geometry/find-head.ts';
import { type GuideName, type HeadGuides, leanGuides, moveGuide, proposeGuides } from '../geometry/head-guides.ts';
import { placeHead, type PhotoPlacement } from '../placement/place-head.ts';

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
}

export interface PhotoWorkState {
  readonly documentId: DocumentId;
  /** Background that the user chose. `backgroundOf` returns the background that this document actually uses. */
  readonly background: BackgroundChoice;
  readonly head: OpenHead | undefined;
  readonly past: readonly HeadGuides[];
  readonly future: readonly HeadGuides[];
}

/** State saved for an image: its guides and the background. */
export type RememberedWork = Pick<OpenHead, 'guides'> & Pick<PhotoWorkState, 'background'>;

/** One ID photo in progress: a document, and the guides of an image. The guides stay when the document changes. */
export interface PhotoWork extends Pick<StoreApi<PhotoWorkState>, 'getState' | 'getInitialState' | 'subscribe'> {
  readonly chooseDocument: (id: DocumentId) => void;
  readonly chooseBackground: (background: BackgroundChoice) => void;
  /**
   * Opens an image.
   * @param matte matte of the image.
   * @param remembered guides and background saved on an earlier visit. They replace the guides found in the outline.
   */
  readonly open: (matte: Matte, hasSubject: boolean, remembered?: RememberedWork) => void;
  readonly close: () => void;
  /** Moves a guide, by a distance in px of the image. The photo stays until `fit`. */
  readonly move: (name: GuideName, dx: number, dy: number) => void;
  /** Sets the tilt of the guides, in degrees, and turns the photo with them. */
  readonly lean: (tiltDegrees: number) => void;
  /** Places the photo by the guides, and adds the move to the history as one step. */
  readonly fit: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function createPhotoWork(documentId: DocumentId): PhotoWork {
  const { setState, getState, ...store } = createStore<PhotoWorkState>(() => ({
    documentId,
    background: 'white',
    head: undefined,
    past: [],
    future: [],
  }));
  /** Guides after the last completed step. */
  let committed: HeadGuides | undefined;

  function change(next: (head: OpenHead) => Partial<OpenHead>): void {
    const { head } = getState();
    if (head) setState({ head: { ...head, ...next(head) } });
  }

  function goTo(guides: HeadGuides, steps: Pick<PhotoWorkState, 'past' | 'future'>): void {
    committed = guides;
    change(() => ({ guides, fitted: guides }));
    setState(steps);
  }

  function fit(): void {
    const { head, past } = getState();
    if (!head || !committed || head.guides === committed) return;
    goTo(head.guides, { past: [...past, committed], future: [] });
  }

  return {
    ...store,
    getState,
    chooseDocument(id) {
      fit();
      // Choosing the current document again must not cause another render.
      if (id !== getState().documentId) setState({ documentId: id });
    },
    chooseBackground: (background) => setState({ background }),
    open(matte, hasSubject, remembered) {
      const size = { widthPx: matte.widthPx, heightPx: matte.heightPx };
      const seen = hasSubject ? findHead(matte) : undefined;
      const guides = remembered?.guides ?? seen ?? proposeGuides(size);
      committed = guides;
      setState({
        head: { size, found: seen ? 'head' : hasSubject ? 'no-head' : 'no-subject', guides, fitted: guides },
        past: [],
        future: [],
        ...(remembered && { background: remembered.background }),
      });
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

/**
 * Returns the background used in a document: the user's choice when the document accepts it, otherwise the document’s
 * first.
 */
export function backgroundOf(
  { background, head }: Pick<PhotoWorkState, 'background' | 'head'>,
  document: DocumentSpec,
): BackgroundChoice {
  if (head?.found === 'no-subject') return 'original';
  const choices = backgroundChoices(document);
  return choices.includes(background) ? background : choices[0];
}

/** Returns a background in the form that the compliance check and the renderer accept. */
export function colourOf(background: BackgroundChoice): string {
  return background === 'original' ? 'original' : backgroundColours[background];
}

export interface PlacedPhoto {
  readonly document: DocumentSpec;
  readonly background: BackgroundChoice;
  readonly placement: PhotoPlacement;
}

/**
 * Returns the placed photo, or undefined when no image is open.
 * @param id another document than the chosen one, for a second size.
 */
export function placedPhoto(state: PhotoWorkState, id = state.documentId): PlacedPhoto | undefined {
  const { head } = state;
  const document: DocumentSpec = documents[id];
  return (
    head && {
      document,
      background: backgroundOf(state, document),
      placement: placeHead(head.fitted, document, head.size),
    }
  );
}

/**
 * Checks the photo with the current guides.
 * @param fileBytes size of the finished file, in bytes, once it exists.
 */
export function rulesOf({ head }: PhotoWorkState, photo: PlacedPhoto, fileBytes?: number): readonly RuleResult[] {
  if (!head) return [];
  const { document, placement, background } = photo;
  return checkPhoto({
    document,
    guides: head.guides,
    placement,
    background: colourOf(background),
    ...(fileBytes !== undefined && { fileBytes }),
  });
}
