import type { Size } from '@isola/imaging';
/** A point in px of the image. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** Reason why a guide is unsure. */
export type GuideDoubt =
  /** Hair or clothes hide the place where the jaw meets the neck. */
  | 'hidden-neck'
  /** The outline above the neck is hair, not the jaw. */
  | 'hidden-jaw'
  /** Too little of the jaw is visible above the neck, so its end is a guess. */
  | 'short-jaw'
  /** Wide hair hides the outline of the head. */
  | 'much-hair'
  /** The top is flat or has a brim, as with a hat or an accessory. */
  | 'uneven-top'
  /** The image's edge cuts the head or the shoulders. */
  | 'cut-by-frame'
  /** The two sides of the head differ strongly. */
  | 'uneven-sides'
  /** An outline does not show the eyes, so they are placed at their typical position. */
  | 'not-in-outline'
  /** The face is turned away or hardly visible. */
  | 'turned-face'
  /** The face and the outline of the head show different chins. */
  | 'outline-differs'
  /** The matte does not show the top of the head, so it is estimated from the face. */
  | 'not-in-matte'
  /** No head was found, so the guide is placed at the typical position of a head. */
  | 'not-found';
/** State of a guide: found (`sure` or `unsure`), or `set` by the user. */
export type GuideState =
  | {
      readonly kind: 'sure';
    }
  | {
      readonly kind: 'unsure';
      readonly doubt: GuideDoubt;
    }
  | {
      readonly kind: 'set';
    };
/**
 * Position of a head, in px of the image. The axis runs from the chin to the crown; the line of the eyes is
 * perpendicular to it.
 */
export interface HeadGuides {
  /** Top of the hair. */
  readonly crown: Point;
  readonly chin: Point;
  /** Position of the line of the eyes along the axis: 0 at the crown, 1 at the chin. */
  readonly eyes: number;
  /** Outer ends of the shoulders. Undefined when the image shows no shoulders. */
  readonly shoulders:
    | {
        readonly left: Point;
        readonly right: Point;
      }
    | undefined;
  readonly states: {
    readonly crown: GuideState;
    readonly chin: GuideState;
    readonly axis: GuideState;
    readonly eyes: GuideState;
    readonly shoulders: GuideState;
  };
}
export type GuideName = 'crown' | 'chin' | 'eyes' | 'axis';
/** Returns the tilt of the head, in degrees. It is positive when the top leans to the right. */
export declare function tiltDeg({ crown, chin }: Pick<HeadGuides, 'crown' | 'chin'>): number;
export declare function headHeightPx({ crown, chin }: Pick<HeadGuides, 'crown' | 'chin'>): number;
/** Returns the point where the line of the eyes meets the axis. */
export declare function eyesPoint({ crown, chin, eyes }: HeadGuides): Point;
/**
 * Moves one guide, for a drag or an arrow key, and marks it as set by the user. The eyes move only along the axis.
 * Moving the axis moves the crown and the chin.
 * @param dx distance in px of the image.
 * @param dy distance in px of the image.
 */
export declare function moveGuide(guides: HeadGuides, name: GuideName, dx: number, dy: number): HeadGuides;
/**
 * Turns the axis around the eyes until the head has the given tilt. The photo then shows the image turned back by the
 * same angle.
 * @param tiltDegrees tilt in degrees, positive when the top leans to the right.
 */
export declare function leanGuides(guides: HeadGuides, tiltDegrees: number): HeadGuides;
/**
 * Returns guides for an image in which no head was found: centred horizontally at the typical position of a portrait,
 * and all unsure.
 */
export declare function proposeGuides({ widthPx, heightPx }: Size): HeadGuides;
