import { builtInRegistries, type CropPreset, type EditorRegistries, type FileFormat } from '@isola/editor';

import { fade } from './fade/fade.ts';
import { postcardStep } from './postcard.ts';
import { stripes } from './stripes/stripes.ts';

const pixmap: FileFormat = {
  id: 'ppm',
  label: 'PPM',
  ending: 'ppm',
  type: 'image/x-portable-pixmap',
  hasQuality: false,
  hasTransparency: false,
  usesBrowserEncoder: false,
};
const tall: CropPreset = { id: '1:2', kind: 'ratio', width: 1, height: 2 };

/** Registries of the package with one additional entry in each. */
export const registries: EditorRegistries = {
  backgrounds: [...builtInRegistries.backgrounds, stripes],
  edits: [...builtInRegistries.edits, fade],
  cropPresets: [...builtInRegistries.cropPresets, tall],
  formats: [...builtInRegistries.formats, pixmap],
  steps: [...builtInRegistries.steps, postcardStep],
  startWorker: () => new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module' }),
};
