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
export { readScene, type SceneReading } from './words/read-scene.ts';
