import type { Light } from '../schema/document-state.ts';

/** For a place of which no more is known: a little of its colour and light, and a shadow where the subject stands. */
export const modestLight: Partial<Light> = { contact: 25, match: 20, wrap: 15 };
