export { type Command, type CommandContext, type CommandOptions, defineCommand } from './commands/define-command.ts';
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
export { builtInRegistries, type EditorRegistries } from './registry/registries.ts';
export type { CropPreset } from './document/crop-presets.ts';
export type { FileFormat } from './document/formats.ts';
export type { ReadonlyStore } from './store.ts';
