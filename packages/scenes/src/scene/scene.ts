import {
  lightSides,
  type LightSide,
  namedColors,
  type NamedColor,
  timesOfDay,
  type TimeOfDay,
} from '@isola/sets/terms';

/** Families of scenes, named after their set, their material, or their background. */
export const sceneFamilies = [
  'studio',
  'paper',
  'marble',
  'wood',
  'concrete',
  'terrazzo',
  'linen',
  'silk',
  'window',
  'leaves',
  'podium',
  'arch',
  'slate',
  'brick',
  'beach',
  'sea',
  'sky',
  'sunset',
  'snow',
  'meadow',
  'forest',
  'autumn',
  'mountains',
  'city',
  'neon',
  'festive',
  'spotlight',
  'smoke',
  'gold',
  'rain',
] as const;

export type SceneFamily = (typeof sceneFamilies)[number];

export const sceneColors = namedColors;
export type SceneColor = NamedColor;

export const sceneTimes = timesOfDay;
export type SceneTime = TimeOfDay;

export const sceneSides = lightSides;
export type SceneSide = LightSide;

/**
 * A scene as plain data. Properties that are left out are decided by the family and the seed.
 *
 * @example
 * const scene: SceneDescription = { family: 'marble', colors: ['white'], time: 'morning' };
 */
export interface SceneDescription {
  readonly family: SceneFamily;
  /** Colours, at most two: that of the surface or the wall, and a companion colour. */
  readonly colors?: readonly SceneColor[] | undefined;
  /** Time of day, which sets the light's height and warmth. */
  readonly time?: SceneTime | undefined;
  /** Direction that the light comes from. */
  readonly side?: SceneSide | undefined;
  /** Hardness of the light: `hard` light has shadows with sharp edges. */
  readonly light?: 'soft' | 'hard' | undefined;
  /** Overall brightness. */
  readonly tone?: 'bright' | 'dark' | undefined;
  /** Colourfulness. */
  readonly mood?: 'pastel' | 'vivid' | 'muted' | undefined;
}
