import { applyPress } from './apply-press.ts';
import { paintStroke, type ReadPixels, refineStroke, type RefineRegion } from './apply-stroke.ts';
import { createScratch } from './cover-stroke.ts';
import { editEdge, isUnedited } from './edit-edge.ts';
import type { EdgeEdits, Mark, MatteEdits, Stroke } from './matte-edits.ts';
import { packPlane, unpackPlane } from './pack-plane.ts';
import { cutPlane, differenceOf, emptyRect, isEmpty, pastePlane, type Rect, type Size, union } from './rect.ts';

export interface MatteEditorOptions {
  /** The segmenter's: alpha 0…255, row by row. It is read again and never written. */
  readonly matte: Size & { readonly data: Uint8ClampedArray<ArrayBuffer> };
  readonly readPixels: ReadPixels;
  readonly refineRegion: RefineRegion;
  /**
   * So much of what was there before the marks is kept, packed, so that taking them back is quick; 96 MB unless told.
   * Of a photo of 12 megapixels that is about a hundred marks across all of it; past those, all are made anew.
   */
  readonly mostKeptBytes?: number;
}

export interface EditedMatte {
  /** Full size. It is the editor's own: it holds until the next call, and nobody else writes into it. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** What is no longer as the last call gave it; undefined where everything is. */
  readonly changed: Rect | undefined;
  /** The indices of the marks that changed no pixel. */
  readonly withoutEffect: readonly number[];
}

export interface MatteEditor {
  /**
   * One call at a time.
   * @param turn waits for whatever else is to be heard, and throws to stop: then what is done so far stays done, the
   *   next call goes on from there, and its `changed` tells of it.
   * @throws what `turn`, `readPixels` or `refineRegion` throw.
   */
  apply(edits: MatteEdits, turn: () => Promise<void>): Promise<EditedMatte>;
}

interface Applied {
  readonly mark: Mark;
  readonly rect: Rect;
  readonly hasEffect: boolean;
  /** Packed; undefined where there was no room to keep it: then taking it back begins anew. */
  before: ArrayBuffer | undefined;
}

/** Applies a photo's edits to its matte, and when they change does only what is new in them. */
export function createMatteEditor({
  matte,
  readPixels,
  refineRegion,
  mostKeptBytes = 96 * 1024 * 1024,
}: MatteEditorOptions): MatteEditor {
  const size: Size = { widthPx: matte.widthPx, heightPx: matte.heightPx };
  const whole: Rect = { x: 0, y: 0, ...size };
  const applied: Applied[] = [];
  const scratch = createScratch();
  let keptBytes = 0;
  /** The first matte with all marks on it; the first itself until there is one. */
  let marked = matte.data;
  /** The marked one with its edge edited, and with which edits; undefined where it is in no state to go on from. */
  let edged: Uint8ClampedArray<ArrayBuffer> | undefined;
  let edgedBy: EdgeEdits | undefined;
  /** Where the marked one has changed since the edge was edited. */
  let unedged = emptyRect;
  let wasEdged = false;
  /** What has changed since a call was answered. */
  let unseen = emptyRect;

  function noteMarked(rect: Rect): void {
    unedged = union(unedged, rect);
    unseen = union(unseen, rect);
  }

  async function takeBack(count: number): Promise<void> {
    if (count === 0 || applied.slice(count).some(({ before }) => before === undefined)) {
      for (const { rect } of applied) noteMarked(rect);
      marked.set(matte.data);
      applied.length = 0;
      keptBytes = 0;
      return;
    }
    for (const { rect, before } of applied.slice(count).toReversed()) {
      if (!before) break;
      pastePlane(await unpackPlane(before), marked, size, rect);
      applied.pop();
      keptBytes -= before.byteLength;
      noteMarked(rect);
    }
  }

  async function addMark(mark: Mark, turn: () => Promise<void>): Promise<void> {
    if (marked === matte.data) marked = matte.data.slice();
    let before = new Uint8ClampedArray();
    const keep = (rect: Rect) => {
      before = cutPlane(marked, size, rect);
    };
    const rect = await draw(mark, keep, turn);
    const hasEffect = cutPlane(marked, size, rect).some((alpha, at) => alpha !== before[at]);
    const added: Applied = { mark, rect, hasEffect, before: undefined };
    applied.push(added);
    noteMarked(rect);
    added.before = await packPlane(before);
    keptBytes += added.before.byteLength;
    for (let oldest = 0; keptBytes > mostKeptBytes && oldest < applied.length; oldest += 1) {
      const step = applied[oldest];
      if (!step?.before) continue;
      keptBytes -= step.before.byteLength;
      step.before = undefined;
    }
  }

  async function draw(mark: Mark, keep: (rect: Rect) => void, turn: () => Promise<void>): Promise<Rect> {
    if (mark.kind === 'press') return applyPress(marked, size, mark, readPixels, keep);
    if (mark.followsEdges) return refineStroke(marked, size, mark, { readPixels, refineRegion, turn }, keep);
    return paintStroke(marked, size, mark, scratch, keep);
  }

  async function applyMarks(marks: readonly Mark[], turn: () => Promise<void>): Promise<void> {
    let same = 0;
    while (same < marks.length && isSame(applied[same]?.mark, marks[same])) same += 1;
    if (same < applied.length) await takeBack(same);
    for (const mark of marks.slice(applied.length)) {
      await turn();
      await addMark(mark, turn);
    }
  }

  async function applyEdge(edits: EdgeEdits, turn: () => Promise<void>): Promise<Uint8ClampedArray<ArrayBuffer>> {
    if (isUnedited(edits)) {
      if (wasEdged && edged) unseen = union(unseen, differenceOf(edged, marked, size));
      wasEdged = false;
      return marked;
    }
    const goesOn = edged !== undefined && wasEdged && isSameEdge(edgedBy, edits);
    if (!edged || !wasEdged) {
      edged ??= new Uint8ClampedArray(marked.length);
      edged.set(marked);
      wasEdged = true;
    }
    const where = goesOn ? unedged : whole;
    edgedBy = undefined;
    try {
      unseen = union(unseen, await editEdge(marked, edged, size, edits, turn, where));
    } catch (error) {
      // Nobody counted what was written until then.
      unseen = whole;
      throw error;
    }
    edgedBy = edits;
    unedged = emptyRect;
    return edged;
  }

  return {
    async apply(edits, turn) {
      await applyMarks(edits.marks, turn);
      const data = await applyEdge(edits, turn);
      const changed = isEmpty(unseen) ? undefined : unseen;
      unseen = emptyRect;
      const withoutEffect = applied.flatMap(({ hasEffect }, index) => (hasEffect ? [] : [index]));
      return { data, changed, withoutEffect };
    },
  };
}

function isSameEdge(one: EdgeEdits | undefined, other: EdgeEdits): boolean {
  return (
    one?.shift === other.shift &&
    one.feather === other.feather &&
    one.contrast === other.contrast &&
    one.solidify === other.solidify
  );
}

function isSame(one: Mark | undefined, other: Mark | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'press' || other.kind === 'press') {
    return (
      one.kind === 'press' &&
      other.kind === 'press' &&
      one.action === other.action &&
      one.x === other.x &&
      one.y === other.y
    );
  }
  return isSameStroke(one, other);
}

function isSameStroke(one: Stroke, other: Stroke): boolean {
  return (
    one.action === other.action &&
    one.sizePx === other.sizePx &&
    one.hardness === other.hardness &&
    one.opacity === other.opacity &&
    one.followsEdges === other.followsEdges &&
    one.points.length === other.points.length &&
    one.points.every((value, index) => value === other.points[index])
  );
}
