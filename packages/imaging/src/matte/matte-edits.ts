/** A brush drawn along straight lines from point to point. */
export interface Stroke {
  readonly kind: 'stroke';
  readonly action: 'restore' | 'erase';
  /** x, y and pressure (0…1) of each point, one after the other; in px, and a pixel's middle lies at its half. */
  readonly points: readonly number[];
  /** The brush's diameter in px at full pressure. */
  readonly sizePx: number;
  /** 0 is soft from its middle on, 100 is sharp. */
  readonly hardness: number;
  /** 1…100. */
  readonly opacity: number;
  /** Whether it keeps to the picture's edges and finds hair anew, rather than being taken as painted. */
  readonly followsEdges: boolean;
}

/** `keep` keeps the part that was pressed alone, `drop` lets go of it; `open` makes a hole, `fill` closes one. */
export interface Press {
  readonly kind: 'press';
  readonly action: 'keep' | 'drop' | 'open' | 'fill';
  readonly x: number;
  readonly y: number;
}

export type Mark = Stroke | Press;

/** What is done along the edge, after all marks. */
export interface EdgeEdits {
  /** In tenths of a px; outwards where positive. */
  readonly shift: number;
  /** How far the edge is softened: the standard deviation, in tenths of a px. */
  readonly feather: number;
  /** How much steeper the edge is made, 0…100. */
  readonly contrast: number;
  /** How much of what is half transparent inside the subject becomes whole, 0…100. */
  readonly solidify: number;
}

export interface MatteEdits extends EdgeEdits {
  /** By hand, oldest first. */
  readonly marks: readonly Mark[];
  /** 0…100. It changes colours and no alpha: nothing here reads it. */
  readonly decontaminate: number;
}

/** Whether nothing was changed by hand: the segmenter's own file is the cut-out, to the last bit. */
export function isPlain({ marks, shift, feather, contrast, solidify, decontaminate }: MatteEdits): boolean {
  return (
    marks.length === 0 && shift === 0 && feather === 0 && contrast === 0 && solidify === 0 && decontaminate === 100
  );
}
