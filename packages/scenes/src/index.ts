export { createScenePainter, type ScenePainter } from './create-scene-painter.ts';
export { openScene, type SceneRows } from './open-scene.ts';
export { moreLike, type SceneVariant, variants } from './scene/variants.ts';
export {
  type SceneColor,
  sceneColors,
  type SceneDescription,
  type SceneFamily,
  sceneFamilies,
  type SceneSide,
  sceneSides,
  type SceneTime,
  sceneTimes,
} from './scene/scene.ts';
export { readScene, type SceneReading } from './read-scene.ts';
export { type Ground, type Lamp, type Surroundings, surroundingsOf } from './surroundings.ts';
