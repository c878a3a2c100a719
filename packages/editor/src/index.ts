export { createPhotoDocument, type PhotoDocument } from './document/image-document.ts';
export { createEditor, type Editor, type EditorOptions } from './editor.ts';
export {
  createRemoval,
  type Failure,
  type Photo,
  type Removal,
  type RemovalOptions,
  type RemovalState,
  type StartOutcome,
} from './session/segmentation-session.ts';
