import type { LightRig } from '../paint/light-rig.ts';
import type { Paint } from '../paint/paint.ts';
import type { Random } from '../scene/random.ts';
import type { SceneDescription, SceneFamily } from '../scene/scene.ts';

/** A scene that is ready to be painted. */
export interface ComposedScene {
  readonly paint: Paint;
  readonly rig: LightRig;
  /** Height at which a subject stands, from the top, 0…1. Undefined when the scene has no ground. */
  readonly groundY: number | undefined;
}

/** Definition of a family of scenes: it turns a description and random choices into a scene. */
export interface FamilyDefinition {
  readonly id: SceneFamily;
  /** Makes all random choices of a scene. The returned painter is the same at every call. */
  readonly compose: (scene: SceneDescription, random: Random) => ComposedScene;
}
