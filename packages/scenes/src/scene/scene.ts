/** What a scene is made of: its set, its material, or what lies out of focus behind it. */
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

export const sceneColors = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
  'white',
  'grey',
  'black',
  'gold',
  'silver',
] as const;

export type SceneColor = (typeof sceneColors)[number];

export const sceneTimes = ['morning', 'day', 'evening', 'night'] as const;
export type SceneTime = (typeof sceneTimes)[number];

export const sceneSides = ['left', 'right', 'above', 'behind'] as const;
export type SceneSide = (typeof sceneSides)[number];

/**
 * A scene as plain data. What is left out, the family and the seed decide.
 *
 * @example
 * const scene: SceneDescription = { family: 'marble', colors: ['white'], time: 'morning' };
 */
export interface SceneDescription {
  readonly family: SceneFamily;
  /** At most two: of the surface or the wall, and of what goes with it. */
  readonly colors?: readonly SceneColor[] | undefined;
  /** Sets the light's height and warmth. */
  readonly time?: SceneTime | undefined;
  /** Where the light comes from. */
  readonly side?: SceneSide | undefined;
  /** Whether shadows have a sharp edge. */
  readonly light?: 'soft' | 'hard' | undefined;
  /** How light or dark the whole is. */
  readonly tone?: 'bright' | 'dark' | undefined;
  /** How colourful it is. */
  readonly mood?: 'pastel' | 'vivid' | 'muted' | undefined;
}
