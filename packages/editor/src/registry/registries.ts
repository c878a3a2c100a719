import { type CropPreset, cropPresets } from '../document/crop-presets.ts';
import { type FileFormat, fileFormats } from '../document/formats.ts';

/** What can be chosen in an editor. */
export interface EditorRegistries {
  readonly cropPresets: readonly CropPreset[];
  readonly formats: readonly FileFormat[];
  /** Starts the worker that encodes `formats`; see `CompositorOptions` in `@isola/imaging`. Undefined is that package's own. */
  readonly startWorker: (() => Worker) | undefined;
}

/** What an editor has where nothing else is said. */
export const builtInRegistries: EditorRegistries = { cropPresets, formats: fileFormats, startWorker: undefined };
