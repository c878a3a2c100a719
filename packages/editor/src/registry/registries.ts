import type { LayerNames } from '@isola/imaging';

import { backgrounds } from '../backgrounds/backgrounds.ts';
import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import { type CropPreset, cropPresets } from '../document/crop-presets.ts';
import { type FileFormat, fileFormats } from '../document/formats.ts';
import type { EditDefinition } from '../edits/define-edit.ts';
import { edits } from '../edits/edits.ts';
import type { StepDefinition } from '../model/step.ts';
import { steps } from './steps.ts';

/** Kinds and options that an editor offers: backgrounds, edits, crop presets, file formats and steps. */
export interface EditorRegistries {
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
  readonly cropPresets: readonly CropPreset[];
  readonly formats: readonly FileFormat[];
  /** Steps that commands of the page may commit, in addition to the steps of backgrounds and edits. */
  readonly steps: readonly StepDefinition[];
  /**
   * Starts the worker that renders, applies and encodes these; see `CompositorOptions` in `@isola/imaging`. Undefined
   * starts the worker of that package.
   */
  readonly startWorker: (() => Worker) | undefined;
  /** Returns the names of layers in the user's language. Default: English names. */
  readonly getLayerNames?: () => LayerNames | undefined;
}

/** Registries that an editor uses by default. */
export const builtInRegistries: EditorRegistries = {
  backgrounds,
  edits,
  cropPresets,
  formats: fileFormats,
  steps,
  startWorker: undefined,
};
