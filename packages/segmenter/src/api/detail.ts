/**
 * Level of detail. `fine` starts like `standard`, regardless of the memory, and then runs the network on the subject
 * alone, cropped from the full-size image. It takes about twice the time.
 */
export type Detail = (typeof details)[number];

export const details = ['standard', 'fine'] as const;
