/** The two sides: ours is `@isola/segmenter`, the peer is `@imgly/background-removal`. */
export const sides = ['ours', 'peer'] as const;

export type Side = (typeof sides)[number];

/** One value for each side. */
export type BySide<T> = Readonly<Record<Side, T>>;

export function bySide<T>(of: (side: Side) => T): BySide<T> {
  return { ours: of('ours'), peer: of('peer') };
}
