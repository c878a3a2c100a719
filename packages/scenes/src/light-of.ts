import { composeScene } from './open-scene.ts';
import type { SceneDescription } from './scene/scene.ts';

/** Light that makes a subject match a scene. Strengths are 0…100. */
export interface SceneLight {
  /** Strength of the contact shadow, where the subject touches the ground. */
  readonly contact: number;
  readonly drop: {
    readonly strength: number;
    /** Direction that the light comes from, in degrees clockwise; 0 is above. */
    readonly angleDeg: number;
    /** Distance that the shadow falls, in hundredths of the subject's height. */
    readonly distance: number;
    readonly softness: number;
    readonly plane: 'wall' | 'floor';
  };
  /** Strength with which the subject takes on the scene's brightness and colour. */
  readonly match: number;
  /** Amount of the scene's light that wraps around the subject's edge. */
  readonly wrap: number;
  /** Strength with which subject and scene get the same grain. */
  readonly grain: number;
}

/** Ground of a scene, which a subject stands on. */
export interface SceneGround {
  /** Height at which a subject stands, from the top, 0…1. Undefined when the scene has no ground, such as a sky. */
  readonly groundY: number | undefined;
}

/** Returns a moderate light that fits the scene. */
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

/** Returns the ground of the scene. */
export function groundOf(scene: SceneDescription, seed: number): SceneGround {
  return { groundY: composeScene(scene, seed).groundY };
}
