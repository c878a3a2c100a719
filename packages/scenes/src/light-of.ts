import { composeScene } from './open-scene.ts';
import type { SceneDescription } from './scene/scene.ts';

/** How a subject is lit so that it belongs to a scene. Strengths are 0…100. */
export interface SceneLight {
  /** Contact shadow, where the subject touches the ground. */
  readonly contact: number;
  readonly drop: {
    readonly strength: number;
    /** Where the light comes from: clockwise, 0 is above. */
    readonly angleDeg: number;
    /** In hundredths of the subject's height. */
    readonly distance: number;
    readonly softness: number;
    readonly plane: 'wall' | 'floor';
  };
  /** How far the subject takes on the scene's brightness and colour. */
  readonly match: number;
  /** How much of the scene's light wraps around its edge. */
  readonly wrap: number;
  /** How far both get the same grain. */
  readonly grain: number;
}

/** What a subject stands on in a scene. */
export interface SceneGround {
  /** Where it stands, from the top: 0…1. Undefined where there is nothing to stand on, as in a sky. */
  readonly groundY: number | undefined;
}

/** @returns a modest light that fits the scene. */
export function lightOf(scene: SceneDescription, seed: number): SceneLight {
  const { rig, groundY } = composeScene(scene, seed);
  const stands = groundY !== undefined;
  return {
    contact: stands ? 55 : 0,
    drop: {
      strength: stands ? Math.round(30 + 20 * (1 - rig.softness)) : 0,
      angleDeg: rig.isBehind ? 0 : Math.round(rig.side * (85 - 45 * rig.height)),
      distance: Math.round(55 - 40 * rig.height),
      softness: Math.round(100 * rig.softness),
      plane: 'floor',
    },
    match: 45,
    wrap: rig.isBehind ? 40 : 25,
    grain: 60,
  };
}

/** @returns where a subject stands in the scene. */
export function groundOf(scene: SceneDescription, seed: number): SceneGround {
  return { groundY: composeScene(scene, seed).groundY };
}
