import type { LightRig } from '../paint/light-rig.ts';
import type { Paint } from '../paint/paint.ts';
import type { Random } from '../paint/random.ts';
import type { SceneDescription, SceneFamily } from '../scene/scene.ts';

/** A scene, ready to be painted. */
export interface ComposedScene {
  readonly paint: Paint;
  readonly rig: LightRig;
  /** Where a subject stands, from the top: 0…1. Undefined where there is nothing to stand on. */
  readonly groundY: number | undefined;
}

/** A family of scenes: how a description and chance become one of them. */
export interface FamilyDefinition {
  readonly id: SceneFamily;
  /** Everything that varies is chosen here: the paint itself is the same at every call. */
  readonly compose: (scene: SceneDescription, random: Random) => ComposedScene;
}
