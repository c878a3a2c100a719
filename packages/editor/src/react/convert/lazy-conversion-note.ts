import { lazyOptional } from '../lazy-optional.ts';

/** `ConversionNote`, whose code is loaded with the first conversion. Render it within `Suspense`. */
export const ConversionNote = lazyOptional(async () => (await import('./conversion-note.tsx')).ConversionNote);
