import type { Matte } from '@isola/imaging';

import { type BackgroundDefinition, backgroundDefinition } from '../backgrounds/define-background.ts';
import type { Background } from '../model/background.ts';
import { withBackground } from '../document/with-background.ts';
import type { ImageDocument } from '../document/image-document.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { isSameData } from '../model/same-data.ts';
import type { Aspect, Candidate, Frame } from './background-maker.ts';
import { stanceOf } from '../document/place-on-ground.ts';

type EditedDocument = Pick<ImageDocument, 'history' | 'addBackgroundImage' | 'backgroundImage' | 'backgroundImageIds'>;

/**
 * Sets a background with its light, as one step, and places the subject on its ground. Light and placement that the user
 * has set stay.
 * @param mattes Mattes of the subject; see `withBackground`. Without them, the subject stays where it is.
 * @throws {RangeError} if the registries lack the background's kind.
 */
export function applyCandidate(
  document: EditedDocument,
  candidate: Candidate,
  backgrounds: readonly BackgroundDefinition[],
  mattes: readonly Matte[] = [],
): void {
  const { state } = document.history.getState();
  const background = backgroundOf(document, candidate, backgrounds);
  const { id } = backgroundDefinition(backgrounds, background).step;
  document.history.commit(id, withBackground(state, background, backgrounds, mattes));
}

/** Checks whether a candidate is the current background. */
export function isApplied(
  { backgroundImage }: Pick<ImageDocument, 'backgroundImage'>,
  { background }: Pick<DocumentState, 'background'>,
  candidate: Candidate,
): boolean {
  if (candidate.kind === 'painted') return isSameData(candidate.background, background);
  const { id } = background;
  return typeof id === 'string' && backgroundImage(id) === candidate.picture;
}

/**
 * @param matte Matte of the subject, if it is known.
 * @returns the shape of the document's file, and whether its subject is cut off.
 */
export function frameOf(document: Pick<ImageDocument, 'image' | 'history'>, matte?: Matte): Frame {
  return { aspect: aspectOf(document), isCutBelow: (matte && stanceOf(matte)?.isCutBelow) ?? false };
}

/** @returns the aspect that is nearest to the shape of the document's file. */
function aspectOf({ image, history }: Pick<ImageDocument, 'image' | 'history'>): Aspect {
  const { crop, size } = history.getState().state;
  const { widthPx, heightPx } = size ??
    crop ?? { widthPx: image.bitmap?.width ?? 1, heightPx: image.bitmap?.height ?? 1 };
  const ratio = widthPx / heightPx;
  // The limit is halfway between 1:1 and 3:2 on a logarithmic scale.
  return ratio > Math.sqrt(1.5) ? 'landscape' : ratio < Math.sqrt(1 / 1.5) ? 'portrait' : 'square';
}

function backgroundOf(
  document: EditedDocument,
  candidate: Candidate,
  backgrounds: readonly BackgroundDefinition[],
): Background {
  if (candidate.kind === 'painted') return candidate.background;
  const { picture } = candidate;
  const known = document.backgroundImageIds().find((id) => document.backgroundImage(id) === picture);
  const kind = backgrounds.find(({ fromImage }) => fromImage);
  const background = kind?.fromImage?.(known ?? document.addBackgroundImage(picture));
  if (!background) throw new RangeError('no kind of background takes images');
  return background;
}
