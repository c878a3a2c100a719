import type { TFunction } from 'i18next';

/** Translates keys of the bundle `editor` and, by prefix, of the other bundles that are loaded. */
export type Translate = TFunction<'editor'>;
