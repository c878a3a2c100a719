import type { DocumentState } from './document-state.ts';

/** State of the unchanged cutout. */
export const initialState: DocumentState = {
  // A literal, which the type checks. Importing `currentVersion` would load the schemas with every page.
  version: 2,
  matte: { edits: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 },
  background: { kind: 'transparent' },
  light: { contact: 0, drop: { strength: 0, angleDeg: 0, distance: 20, softness: 50 }, match: 0, wrap: 0 },
  export: { format: 'png', quality: 90, includesMetadata: false },
};
