import type { Light } from '../schema/document-state.ts';

/** Light for a background whose own light is unknown: a little of its colour and brightness, and a contact shadow. */
export const modestLight: Partial<Light> = { contact: 25, match: 20, wrap: 15 };
