import { type Bounds, type Frame, type Matte, shapePicture, type Size } from '@isola/imaging';

import { moved } from '../crop/crop-interaction.ts';
import { cropCorners, cropOrNone, subjectBox, wholeImageCrop } from '../document/crop-geometry.ts';
import { resultPlacementOf, resultSizeOf } from '../document/enlargement.ts';
import { arranged, layersOf, withLayers } from '../document/layers.ts';
import type { CropRect, DocumentState, Layer, PictureLayer } from '../schema/document-state.ts';
import { centered, layerSizes } from './place-layers.ts';

/** Ways to arrange the subjects: side by side in equal heights, or overlapping with the image’s own subject in front. */
export const arrangements = ['row', 'group'] as const;

export type Arrangement = (typeof arrangements)[number];

/** A layer that is another subject. */
export type SubjectLayer = PictureLayer & { readonly subject: NonNullable<PictureLayer['subject']> };

/** The document’s image as it is arranged. */
export interface ArrangedImage {
  /** Edited matte of the image. */
  readonly matte: Matte;
  /** Returns the size of a document’s image; undefined until it is decoded. */
  readonly sizeOf: (imageId: string) => Size | undefined;
}

/** Share of the result’s width that the subjects together take at most. */
const widest = 0.92;
/** Gap between two subjects side by side, as a share of their height. */
const gapShare = 0.08;
/** Height of the subjects at the back of a group, and the distance by which they stand further up, as shares of the height. */
const backHeight = 0.94;
const backShift = 0.02;
/** Share of its width by which a subject in a group is covered by the one before it. */
const overlap = 0.3;

/** Checks whether a layer is another subject. */
export function isSubject(layer: Layer): layer is SubjectLayer {
  return layer.kind === 'picture' && layer.subject !== undefined;
}

/** Returns the box of the image’s own subject in px of the result; undefined when there is none. */
export function ownSubjectBox(state: DocumentState, matte: Matte): Bounds | undefined {
  const crop = state.crop ?? wholeImageCrop(matte);
  const box = subjectBox(matte, 128, crop);
  if (!box) return undefined;
  const { widthPx, heightPx } = resultPlacementOf(state, matte);
  const { left, top, right, bottom } = cropCorners(crop);
  const perPx = perPxOf(crop, { widthPx, heightPx });
  const across = (x: number) => (x - (left + right) / 2) / perPx + widthPx / 2;
  const down = (y: number) => (y - (top + bottom) / 2) / perPx + heightPx / 2;
  return { left: across(box.left), right: across(box.right), top: down(box.top), bottom: down(box.bottom) };
}

/**
 * Places a new subject beside the one of the image: as high as it, on the same line, and in the wider space left or right of it. It
 * stays within the result, so that it may lie before the other one.
 */
export function besideSubject(layer: PictureLayer, picture: Size, state: DocumentState, matte: Matte): PictureLayer {
  const own = ownSubjectBox(state, matte);
  if (!own) return layer;
  const frame = frameOf(state, matte);
  const heightPx = own.bottom - own.top;
  const widthPx = (heightPx * picture.widthPx) / picture.heightPx;
  const gapPx = heightPx * gapShare;
  const isRight = frame.widthPx - own.right >= own.left;
  const wanted = isRight ? own.right + gapPx : own.left - gapPx - widthPx;
  const left = Math.max(0, Math.min(wanted, frame.widthPx - widthPx));
  return standing(layer, { left, bottom: own.bottom, widthPx, heightPx }, frame);
}

/**
 * Arranges the subject of the image and the other ones that are visible, in one step. They stand on the line on which the
 * image’s own subject stands. When they need more room than the result has, all become smaller.
 * @returns the same state when there is nothing to arrange.
 */
export function withArrangedSubjects(
  state: DocumentState,
  arrangement: Arrangement,
  { matte, sizeOf }: ArrangedImage,
): DocumentState {
  const own = ownSubjectBox(state, matte);
  const others = arranged(state).flatMap((layer) => {
    const picture = isSubject(layer) && layer.isHidden !== true ? sizeOf(layer.image) : undefined;
    return isSubject(layer) && picture ? [{ layer, ratio: picture.widthPx / picture.heightPx }] : [];
  });
  if (!own || others.length === 0) return state;
  const heightPx = own.bottom - own.top;
  const places = (arrangement === 'row' ? row : group)(
    (own.right - own.left) / heightPx,
    others.map(({ ratio }) => ratio),
  );
  const frame = frameOf(state, matte);
  // All places are relative to the height, with the own subject’s left edge at 0.
  const start = Math.min(0, ...places.map(({ left }) => left));
  const end = Math.max((own.right - own.left) / heightPx, ...places.map(({ left, width }) => left + width));
  const factor = Math.min(1, (widest * frame.widthPx) / ((end - start) * heightPx));
  const unitPx = heightPx * factor;
  const ownLeft = (frame.widthPx - (end + start) * unitPx) / 2;
  const next = new Map(
    places.map(({ left, width, height, shift }, index) => {
      const box = {
        left: ownLeft + left * unitPx,
        bottom: own.bottom - shift * unitPx,
        widthPx: width * unitPx,
        heightPx: height * unitPx,
      };
      const layer = others[index]?.layer;
      return [layer?.id, layer && standing(layer, box, frame)] as const;
    }),
  );
  const moves = withMovedResult(state, matte, factor, ownLeft - own.left * factor, own.bottom * (1 - factor));
  const layers = layersOf(state).map((layer) => next.get(layer.id) ?? layer);
  return withLayers(moves, arrangement === 'group' ? atBack(layers) : layers);
}

/** Place of another subject, in heights of the image’s own one and relative to its lower left corner. */
interface StandingPlace {
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** Distance by which it stands further up. */
  readonly shift: number;
}

function row(ownWidth: number, ratios: readonly number[]): readonly StandingPlace[] {
  let left = ownWidth + gapShare;
  return ratios.map((width) => {
    const place = { left, width, height: 1, shift: 0 };
    left += width + gapShare;
    return place;
  });
}

/** Places the others alternately right and left behind the one before. */
function group(ownWidth: number, ratios: readonly number[]): readonly StandingPlace[] {
  let [start, end] = [0, ownWidth];
  return ratios.map((ratio, index) => {
    const width = ratio * backHeight;
    const left = index % 2 === 0 ? end - width * overlap : start - width * (1 - overlap);
    [start, end] = [Math.min(start, left), Math.max(end, left + width)];
    return { left, width, height: backHeight, shift: backShift };
  });
}

/** Puts all subjects behind the image’s own one, those that are further out lower. Texts and logos stay where they are. */
function atBack(layers: readonly Layer[]): readonly Layer[] {
  const subjects = layers.filter(isSubject).toReversed();
  return layers.map((layer) =>
    isSubject(layer) ? { ...(subjects.shift() ?? layer), place: 'below' as const } : layer,
  );
}

interface StandingBox extends Size {
  readonly left: number;
  readonly bottom: number;
}

/** Returns a layer upright in a box. Its size stays within the limits of sizes by hand. */
function standing<Kind extends PictureLayer>(layer: Kind, box: StandingBox, frame: Frame): Kind {
  const { min, max } = layerSizes.picture;
  const thousandths = (Math.max(box.widthPx, box.heightPx) / Math.min(frame.widthPx, frame.heightPx)) * 1000;
  const size = Math.min(max, Math.max(min, Math.round(thousandths * 10) / 10));
  const shape = shapePicture({ size }, box, frame);
  const placed = {
    ...shape,
    angleDeg: 0,
    centerX: box.left + box.widthPx / 2,
    centerY: box.bottom - shape.heightPx / 2,
  };
  const { anchor, offsetX, offsetY } = centered(layer, placed, frame);
  return { ...layer, size, angleDeg: 0, anchor, offsetX, offsetY };
}

/**
 * Scales and moves the image within the result, which keeps its number of pixels.
 * @param factor at most 1.
 * @param across Distance in px of the result, after scaling about its upper left corner.
 */
function withMovedResult(
  state: DocumentState,
  image: Size,
  factor: number,
  across: number,
  down: number,
): DocumentState {
  const crop = state.crop ?? wholeImageCrop(image);
  const { widthPx, heightPx } = frameOf(state, image);
  const perPx = perPxOf(crop, { widthPx, heightPx });
  const larger = { ...crop, widthPx: crop.widthPx / factor, heightPx: crop.heightPx / factor };
  // The middle of the new result shows this point of the old one.
  const [x, y] = [(widthPx / 2 - across) / factor, (heightPx / 2 - down) / factor];
  const next = moved(larger, (x - widthPx / 2) * perPx, (y - heightPx / 2) * perPx);
  const size = state.size ?? (factor < 1 ? resultSizeOf(state, image) : undefined);
  return { ...state, crop: cropOrNone(next, image), ...(size && { size }) };
}

function perPxOf(crop: CropRect, size: Size): number {
  return Math.min(crop.widthPx / size.widthPx, crop.heightPx / size.heightPx);
}

function frameOf(state: DocumentState, image: Size): Frame {
  const { widthPx, heightPx } = resultPlacementOf(state, image);
  return { x: 0, y: 0, widthPx, heightPx };
}
