import { backgrounds } from '../backgrounds/backgrounds.ts';
import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import { type CropPreset, cropPresets } from '../document/crop-presets.ts';
import { type FileFormat, fileFormats } from '../document/formats.ts';
import type { EditDefinition } from '../edits/define-edit.ts';
import { edits } from '../edits/edits.ts';
import type { StepDefinition } from '../model/step.ts';
import { steps } from './steps.ts';

/** Backgrounds, edits, steps and formats of an editor. */
export interface EditorRegistries {
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
  readonly cropPresets: readonly CropPreset[];
  readonly formats: readonly FileFormat[];
  /** Steps that commands of the page may commit, in addition to the steps of backgrounds and edits. */
  readonly steps: readonly StepDefinition[];
  /** Starts the worker that renders, applies and encodes these; see `CompositorOptions` in `@isola/imaging`. Undefined is that package's own. */
  readonly startWorker: (() => Worker) | undefined;
}

/** Registries of an editor by default. */
export const builtInRegistries: EditorRegistries = {
  backgrounds,
  edits,
  cropPresets,
  formats: fileFormats,
  steps,
  startWorker: undefined,
};
