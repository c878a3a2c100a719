import {
  type Anchor,
  anchors,
  anchorSides,
  boundsOf,
  type Frame,
  offsetsOf,
  type PlacedBox,
  placeBox,
  shapePicture,
  shapeText,
  type Size,
  type TextMeasurer,
} from '@isola/imaging';

import type { BackgroundImages } from '../backgrounds/define-background.ts';
import type { Layer } from '../schema/document-state.ts';
import { layerParamsOf } from './layer-params.ts';

/** Finds the box of a layer in a result; undefined when the layer is in no single place or its picture is not decoded yet. */
export type BoxOf = (layer: Layer, frame: Frame) => PlacedBox | undefined;

/** Sizes that a layer can have by hand, in thousandths of the result’s shorter side. */
export const layerSizes = { text: { min: 10, max: 500 }, picture: { min: 20, max: 2000 } } as const;

/** Distance of a layer from the edge to which it snaps, in thousandths of the result’s shorter side. */
export const usualMargin = 40;
/** Angles to which a turned layer snaps, and the distance within which it does. */
const snappedDeg = { step: 15, reach: 3 };
const maxOffset = 20_000;

/** @param sizeOf Returns the size of a document’s image; undefined until it is decoded. */
export function createBoxFinder(
  measurer: TextMeasurer,
  document: BackgroundImages,
  sizeOf: (imageId: string) => Size | undefined,
): BoxOf {
  return (layer, frame) => {
    if (layer.repeat) return undefined;
    const [params] = layerParamsOf([layer], document);
    if (params?.kind === 'text') return placeBox(shapeText(measurer, params, frame), params, frame);
    const size = layer.kind === 'picture' ? sizeOf(layer.image) : undefined;
    return params?.kind === 'picture' && size ? placeBox(shapePicture(params, size, frame), params, frame) : undefined;
  };
}

/**
 * Moves a layer. It is anchored at the place of the result that is nearest to its middle, so that it stays there in a result of
 * another shape.
 * @param snapPx Distance within which its edges snap to the result’s edges and margins, and its middle to the result’s middle.
 */
export function movedLayer(
  layer: Layer,
  box: PlacedBox,
  [across, down]: readonly [across: number, down: number],
  frame: Frame,
  snapPx = 0,
): Layer {
  const bounds = boundsOf(box, box.angleDeg);
  const marginPx = (Math.min(frame.widthPx, frame.heightPx) * usualMargin) / 1000;
  const snapped = (center: number, sidePx: number, fromPx: number, lengthPx: number) => {
    const lines = [fromPx, fromPx + marginPx].map((line) => line + sidePx / 2);
    const ends = [fromPx + lengthPx, fromPx + lengthPx - marginPx].map((line) => line - sidePx / 2);
    const gaps = [...lines, ...ends, fromPx + lengthPx / 2].map((line) => line - center);
    const [nearest = Infinity] = gaps.toSorted((one, other) => Math.abs(one) - Math.abs(other));
    return Math.abs(nearest) <= snapPx ? center + nearest : center;
  };
  return centered(
    layer,
    {
      ...box,
      centerX: snapped(box.centerX + across, bounds.widthPx, frame.x, frame.widthPx),
      centerY: snapped(box.centerY + down, bounds.heightPx, frame.y, frame.heightPx),
    },
    frame,
  );
}

/** Scales a layer about its middle. */
export function scaledLayer(layer: Layer, boxOf: BoxOf, factor: number, frame: Frame): Layer {
  const { min, max } = layerSizes[layer.kind];
  const size = Math.min(max, Math.max(min, Math.round(layer.size * factor * 10) / 10));
  return aboutMiddle(layer, { ...layer, size }, boxOf, frame);
}

/**
 * Turns a layer about its middle.
 * @param snaps True when the angle snaps to multiples of 15°.
 */
export function turnedLayer(layer: Layer, boxOf: BoxOf, angleDeg: number, frame: Frame, snaps = false): Layer {
  const nearest = Math.round(angleDeg / snappedDeg.step) * snappedDeg.step;
  const angle = snaps && Math.abs(angleDeg - nearest) <= snappedDeg.reach ? nearest : Math.round(angleDeg);
  // From −180° exclusive to 180° inclusive.
  const within = 180 - ((((180 - angle) % 360) + 360) % 360);
  return aboutMiddle(layer, { ...layer, angleDeg: within }, boxOf, frame);
}

function aboutMiddle(before: Layer, after: Layer, boxOf: BoxOf, frame: Frame): Layer {
  const [from, to] = [boxOf(before, frame), boxOf(after, frame)];
  return from && to ? centered(after, { ...to, centerX: from.centerX, centerY: from.centerY }, frame) : after;
}

/** Returns the layer where a box is. */
export function centered(layer: Layer, box: PlacedBox, frame: Frame): Layer {
  const anchor = anchorNear(box, frame);
  const { offsetX, offsetY } = offsetsOf(box, anchor, frame);
  return { ...layer, anchor, offsetX: rounded(offsetX), offsetY: rounded(offsetY) };
}

function rounded(offset: number): number {
  // Adding 0 turns −0 into 0, as it is after saving.
  return Math.min(maxOffset, Math.max(-maxOffset, Math.round(offset * 100) / 100)) + 0;
}

/** Returns the anchor in whose ninth of the frame the middle of a box lies. */
function anchorNear({ centerX, centerY }: PlacedBox, { x, y, widthPx, heightPx }: Frame): Anchor {
  const sideOf = (share: number) => (share < 1 / 3 ? -1 : share > 2 / 3 ? 1 : 0);
  const [across, down] = [sideOf((centerX - x) / widthPx), sideOf((centerY - y) / heightPx)];
  return anchors.find((anchor) => anchorSides[anchor][0] === across && anchorSides[anchor][1] === down) ?? 'center';
}

/** Returns the placement at an anchor, with the usual margin to the edges of the result. */
export function anchoredAt(anchor: Anchor): Pick<Layer, 'anchor' | 'offsetX' | 'offsetY'> {
  const [across, down] = anchorSides[anchor];
  return { anchor, offsetX: -across * usualMargin + 0, offsetY: -down * usualMargin + 0 };
}
