/** Ours is `@isola/segmenter`, the peer `@imgly/background-removal`. */
export const sides = ['ours', 'peer'] as const;

export type Side = (typeof sides)[number];

/** Of anything that is measured, one for each side. */
export type BySide<T> = Readonly<Record<Side, T>>;

export function bySide<T>(of: (side: Side) => T): BySide<T> {
  return { ours: of('ours'), peer: of('peer') };
}
