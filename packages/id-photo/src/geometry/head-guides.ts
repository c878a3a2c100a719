import type { Size } from '@isola/imaging';

/** In px of the image. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Why a guide is not sure. */
export type GuideDoubt =
  /** Hair or clothes hide where the jaw meets the neck. */
  | 'hidden-neck'
  /** The outline above the neck is hair, not the jaw. */
  | 'hidden-jaw'
  /** So little of the jaw is seen above the neck that its end is a guess. */
  | 'short-jaw'
  /** Wide hair: where the head ends is not seen. */
  | 'much-hair'
  /** A flat top or a brim: a hat, or an accessory. */
  | 'uneven-top'
  /** The image ends there. */
  | 'cut-by-frame'
  /** The two sides of the head differ much. */
  | 'uneven-sides'
  /** Eyes are not in an outline: they stand where they mostly are. */
  | 'not-in-outline'
  /** No head was found: the guide stands where heads mostly are. */
  | 'not-found';

/** A guide that was found, or one that the user has put where it belongs. */
export type GuideState =
  | { readonly kind: 'sure' }
  | { readonly kind: 'unsure'; readonly doubt: GuideDoubt }
  | { readonly kind: 'set' };

/**
 * Where a head is, in px of the image. The axis goes from the chin to the crown; the eyes lie across it.
 */
export interface HeadGuides {
  /** The top of the hair. */
  readonly crown: Point;
  readonly chin: Point;
  /** The line of the eyes: 0 at the crown, 1 at the chin. */
  readonly eyes: number;
  /** Where the shoulders end, to the left and to the right; undefined where the image has none. */
  readonly shoulders: { readonly left: Point; readonly right: Point } | undefined;
  readonly states: {
    readonly crown: GuideState;
    readonly chin: GuideState;
    readonly axis: GuideState;
    readonly eyes: GuideState;
    readonly shoulders: GuideState;
  };
}

export type GuideName = 'crown' | 'chin' | 'eyes' | 'axis';

/** By how much the head leans to the right at its top, in degrees. */
export function tiltDeg({ crown, chin }: Pick<HeadGuides, 'crown' | 'chin'>): number {
  return (Math.atan2(crown.x - chin.x, chin.y - crown.y) * 180) / Math.PI;
}

export function headHeightPx({ crown, chin }: Pick<HeadGuides, 'crown' | 'chin'>): number {
  return Math.hypot(crown.x - chin.x, crown.y - chin.y);
}

/** Where the line of the eyes meets the axis. */
export function eyesPoint({ crown, chin, eyes }: HeadGuides): Point {
  return { x: crown.x + (chin.x - crown.x) * eyes, y: crown.y + (chin.y - crown.y) * eyes };
}

/**
 * Moves one guide, as a drag or an arrow key does; from then on it counts as set by the user. The eyes move along the axis
 * alone; the axis takes the crown and the chin with it.
 * @param dx in px of the image.
 * @param dy in px of the image.
 */
export function moveGuide(guides: HeadGuides, name: GuideName, dx: number, dy: number): HeadGuides {
  const states = { ...guides.states, [name]: { kind: 'set' } };
  switch (name) {
    case 'crown':
      return withAxis({ ...guides, crown: { x: guides.crown.x + dx, y: guides.crown.y + dy }, states });
    case 'chin':
      return withAxis({ ...guides, chin: { x: guides.chin.x + dx, y: guides.chin.y + dy }, states });
    case 'eyes': {
      const [alongX, alongY] = [guides.chin.x - guides.crown.x, guides.chin.y - guides.crown.y];
      const moved = guides.eyes + (dx * alongX + dy * alongY) / Math.max(1, alongX ** 2 + alongY ** 2);
      return { ...guides, eyes: Math.min(1, Math.max(0, moved)), states };
    }
    case 'axis':
      return {
        ...guides,
        crown: { x: guides.crown.x + dx, y: guides.crown.y + dy },
        chin: { x: guides.chin.x + dx, y: guides.chin.y + dy },
        states,
      };
  }
  return name satisfies never;
}

/**
 * Turns the axis around the eyes until the head leans by `tiltDegrees`: the image is turned back by as much.
 * @param tiltDegrees to the right at the top, in degrees.
 */
export function leanGuides(guides: HeadGuides, tiltDegrees: number): HeadGuides {
  const around = eyesPoint(guides);
  const radians = ((tiltDegrees - tiltDeg(guides)) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const turned = ({ x, y }: Point): Point => ({
    x: around.x + (x - around.x) * cos - (y - around.y) * sin,
    y: around.y + (x - around.x) * sin + (y - around.y) * cos,
  });
  return {
    ...guides,
    crown: turned(guides.crown),
    chin: turned(guides.chin),
    states: { ...guides.states, axis: { kind: 'set' } },
  };
}

/** Guides for an image in which no head was found: in its middle, where a portrait mostly has it, and all of them unsure. */
export function proposeGuides({ widthPx, heightPx }: Size): HeadGuides {
  const unsure: GuideState = { kind: 'unsure', doubt: 'not-found' };
  const heightOfHead = Math.min(heightPx * 0.45, widthPx * 0.6);
  const crownY = heightPx * 0.45 - heightOfHead / 2;
  return {
    crown: { x: widthPx / 2, y: crownY },
    chin: { x: widthPx / 2, y: crownY + heightOfHead },
    eyes: 0.5,
    shoulders: undefined,
    states: { crown: unsure, chin: unsure, axis: unsure, eyes: unsure, shoulders: unsure },
  };
}

/** The axis is set with its two ends. */
function withAxis(guides: HeadGuides): HeadGuides {
  const { crown, chin } = guides.states;
  const isSet = crown.kind === 'set' && chin.kind === 'set';
  return isSet ? { ...guides, states: { ...guides.states, axis: { kind: 'set' } } } : guides;
}
