export { createImageDocument, type ImageDocument } from './document/image-document.ts';
export { createEditor, type Editor, type EditorOptions } from './editor.ts';
export {
  createSegmentationSession,
  type Failure,
  type SourceImage,
  type SegmentationSession,
  type SessionOptions,
  type SessionState,
  type StartOutcome,
} from './session/segmentation-session.ts';
