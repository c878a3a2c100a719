import { type Background, type BackgroundDefinition, backgroundDefinition } from '../backgrounds/define-background.ts';
import type { ImageDocument } from '../document/image-document.ts';
import type { DocumentState, Light } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import type { Aspect, Candidate } from './background-maker.ts';

type EditedDocument = Pick<ImageDocument, 'history' | 'addBackgroundImage' | 'backgroundImage' | 'backgroundImageIds'>;

/** Of a picture nothing is known: a little of its colour and light, and a shadow where the subject stands. */
const modestLight: Partial<Light> = { contact: 25, match: 20, wrap: 15 };

/**
 * Puts a background behind the cutout, with its light, as one step. Light that the user has set stays.
 * @param former candidates whose light may be replaced, because it came with them and was not set by hand.
 * @throws {RangeError} if the registries lack the background's kind.
 */
export function applyCandidate(
  document: EditedDocument,
  candidate: Candidate,
  backgrounds: readonly BackgroundDefinition[],
  former: readonly Candidate[] = [],
): void {
  const { state } = document.history.getState();
  const background = backgroundOf(document, candidate, backgrounds);
  const isOwnLight = [initialState.light, ...former.map(lightOf)].every((light) => !isSame(light, state.light));
  document.history.commit(backgroundDefinition(backgrounds, background).step.id, {
    ...state,
    background,
    light: isOwnLight ? state.light : lightOf(candidate),
  });
}

/** Whether the cutout lies on this candidate now. */
export function isApplied(
  { backgroundImage }: Pick<ImageDocument, 'backgroundImage'>,
  { background }: Pick<DocumentState, 'background'>,
  candidate: Candidate,
): boolean {
  if (candidate.kind === 'painted') return isSame(candidate.background, background);
  const { id } = background;
  return typeof id === 'string' && backgroundImage(id) === candidate.picture;
}

/** @returns the shape that is nearest to what the document's file will have. */
export function aspectOf({ image, history }: Pick<ImageDocument, 'image' | 'history'>): Aspect {
  const { crop, size } = history.getState().state;
  const { widthPx, heightPx } = size ??
    crop ?? { widthPx: image.bitmap?.width ?? 1, heightPx: image.bitmap?.height ?? 1 };
  const ratio = widthPx / heightPx;
  // Half way, on a logarithmic scale, between 1:1 and 3:2.
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

function lightOf(candidate: Candidate): Light {
  return { ...initialState.light, ...(candidate.kind === 'painted' ? candidate.light : modestLight) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** With the keys of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
