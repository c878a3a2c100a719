import type { NamedColor, TimeOfDay } from '../words/terms.ts';

/** Kinds of sets. Results that leave the kind open show different ones. */
export const setKinds = [
  'table',
  'shelf',
  'room',
  'shop',
  'garden',
  'nature',
  'water',
  'snow',
  'mountain',
  'city',
  'cafe',
  'studio',
  'podium',
  'fabric',
  'festive',
] as const;
export type SetKind = (typeof setKinds)[number];

/** Plane on which subjects stand, in the whole picture. Rows are fractions of the height from the top. */
export interface SetGround {
  /** Height of the camera above the plane, in metres. */
  readonly cameraHeightM: number;
  /** Rows between which a subject's foot may stand. */
  readonly backY: number;
  readonly frontY: number;
  /** Height of a typical subject, in metres. */
  readonly subjectM: number;
  /** Row at which the ground ends, and whether a wall rises there. Absent when the ground reaches the horizon. */
  readonly end?: { readonly y: number; readonly isWall: boolean } | undefined;
}

/** A source of light, as seen from the subject. */
export interface SetLightSource {
  /** Direction that the light comes from: 0 is the camera, 90 the right, 180 behind the subject. */
  readonly azimuthDeg: number;
  readonly elevationDeg: number;
  /** Linear sRGB; the brightest channel is 1. */
  readonly color: readonly [number, number, number];
  /** Share of the light that this source adds to the subject, 0…1. */
  readonly strength: number;
  /** Angle that the source covers: 0.5 is the sun, 20 a softbox, 90 an overcast sky. */
  readonly sizeDeg: number;
}

/** A rendered, empty set. Its picture and its depth map lie next to the catalogue, named by its id. */
export interface RenderedSet {
  readonly id: string;
  readonly kind: SetKind;
  /** English words by which the set is found. */
  readonly tags: readonly string[];
  /** Time of day; null for studios. */
  readonly time: TimeOfDay | null;
  /** Main colours, at most three. */
  readonly colors: readonly NamedColor[];
  /** Row of the ground's horizon, as a fraction of the height from the top. It may lie outside the picture. */
  readonly horizonY: number;
  /** Focal length, in picture heights. */
  readonly focal: number;
  /** Depth at which the depth map is 1, in metres. The map contains `nearM / depth`. */
  readonly nearM: number;
  /** Null when the picture shows no floor. A subject then hangs in front of it. */
  readonly ground: SetGround | null;
  /** Sources of light, the strongest first. */
  readonly lights: readonly [SetLightSource, ...SetLightSource[]];
  /** Mean colour of the rest of the light, in linear sRGB. */
  readonly ambient: readonly [number, number, number];
}
