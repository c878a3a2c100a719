import type { CoarseMask, StageProgress } from '@isola/segmenter';
import { createStore } from 'zustand/vanilla';

import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { Failure, Refusal } from '../model/failure.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';
import { releaseImage, type SourceImage } from '../model/source-image.ts';

/** Segmentation of an image, and its document. Another segmentation of the same image keeps the document. */
export interface ImageResult {
  readonly segmentation: ImageSegmentation;
  readonly document: ImageDocument;
}

/** State of the open image. */
export type OpenImage =
  | { readonly state: 'empty' }
  | {
      readonly state: 'working';
      readonly image: SourceImage;
      readonly progress?: StageProgress;
      /** Mask of the subject, once it is known. */
      readonly mask?: CoarseMask;
      readonly stageStartedAtMs: number;
      /** Earlier result of the image, which returns if this run fails. */
      readonly previous?: ImageResult;
    }
  | ({
      readonly state: 'done';
      readonly image: SourceImage;
      /** Last mask of the run. It stays visible until the result is drawn. */
      readonly mask?: CoarseMask;
    } & ImageResult)
  | { readonly state: 'failed'; readonly image: SourceImage; readonly failure: Failure }
  | { readonly state: 'cancelled'; readonly image: SourceImage };

/** State of the next file, in addition to the open image. */
export interface OpeningState {
  /** `reading` while a file is read; `offline` while its reading waits until the browser is online again. */
  readonly opening?: 'reading' | 'offline';
  /** Action that would discard unsaved work: another image that is ready (`replace`), or clearing the session (`clear`). */
  readonly question?: 'replace' | 'clear';
  /** Name of the image whose work would be lost. Present together with `question`. */
  readonly questionedName?: string;
  /** Reason why a file was refused. The open image stays open. */
  readonly refusal?: Refusal;
}

export type SessionState = OpenImage & OpeningState;

/** Store of a session's state, for the parts of the session that change it. */
export interface SessionStore extends ReadonlyStore<SessionState> {
  readonly image: () => OpenImage;
  readonly opening: () => OpeningState;
  readonly setOpening: (next: OpeningState) => void;
  /** Sets the state of the image, notifies the listeners, and then frees the result and the image that were replaced. */
  readonly setImage: (next: OpenImage, nextOpening?: OpeningState) => void;
}

export function createSessionStore(): SessionStore {
  const { setState, ...store } = createStore<SessionState>(() => ({ state: 'empty' }));
  let image: OpenImage = { state: 'empty' };
  let opening: OpeningState = {};

  function notify(): void {
    setState({ ...image, ...opening }, true);
  }

  return {
    ...store,
    image: () => image,
    opening: () => opening,
    setOpening(next) {
      opening = next;
      notify();
    },
    setImage(next, nextOpening = opening) {
      const before = image;
      image = next;
      opening = nextOpening;
      notify();
      // After the listeners were notified: they no longer show these resources.
      const held = imageResultOf(before)?.segmentation;
      if (held && held !== imageResultOf(next)?.segmentation) held.cutout.close();
      if (before.state !== 'empty' && !(next.state !== 'empty' && next.image === before.image)) {
        releaseImage(before.image);
      }
    },
  };
}

/** Returns the result of the image; while it is segmented again, the earlier result. */
export function imageResultOf(state: OpenImage): ImageResult | undefined {
  if (state.state === 'done') return state;
  return state.state === 'working' ? state.previous : undefined;
}

export function withoutRefusal(opening: OpeningState): OpeningState {
  const { refusal: _, ...rest } = opening;
  return rest;
}
