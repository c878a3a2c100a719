import { applySeedClick } from './apply-seed-click.ts';
import { paintStroke, type ReadPixels, refineStroke, type RefineRegion } from './apply-stroke.ts';
import { createScratch } from './rasterize-stroke.ts';
import { editEdge, isEdgeUnedited } from './edit-edge.ts';
import type { EdgeEdits, Edit, MatteEdits, Stroke } from './matte-edits.ts';
import {
  cutPlane,
  differenceOf,
  emptyRect,
  isEmpty,
  pastePlane,
  type Rect,
  type Size,
  union,
} from '../geometry/rect.ts';

export interface MatteEditorOptions {
  /** The segmenter's: alpha 0…255, row by row. It is never written to. */
  readonly matte: Size & { readonly data: Uint8ClampedArray<ArrayBuffer> };
  readonly readPixels: ReadPixels;
  readonly refineRegion: RefineRegion;
  /**
   * How many bytes of compressed alpha are stored so that edits can be undone quickly; 96 MB by default.
   * For an image of 12 megapixels that is about a hundred strokes across all of it; an undo beyond them applies all again.
   */
  readonly maxUndoBytes?: number;
}

export interface EditedMatte {
  /** Of the full size. It is valid until the next call; the caller must not write to it. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** The part that differs from the previous call's result; undefined where nothing does. */
  readonly changed: Rect | undefined;
  /** The indices of the edits that changed no pixel. */
  readonly withoutEffect: readonly number[];
}

export interface MatteEditor {
  /**
   * One call at a time.
   * @param yieldToEventLoop throws to stop: then what is done so far is preserved, the next call continues from there, and its
   *   `changed` includes it.
   * @param onEdit called with how many of the edits are applied.
   * @throws what `yieldToEventLoop`, `readPixels` or `refineRegion` throw.
   */
  apply(
    edits: MatteEdits,
    yieldToEventLoop: () => Promise<void>,
    onEdit?: (count: number, total: number) => void,
  ): Promise<EditedMatte>;
}

interface Applied {
  readonly edit: Edit;
  readonly rect: Rect;
  readonly hasEffect: boolean;
  /** Compressed; undefined where it exceeded `maxUndoBytes`: then an undo applies all edits again. */
  before: ArrayBuffer | undefined;
}

/** Applies edits to a matte. When they change, only the new ones are computed. */
export function createMatteEditor({
  matte,
  readPixels,
  refineRegion,
  maxUndoBytes = 96 * 1024 * 1024,
}: MatteEditorOptions): MatteEditor {
  const size: Size = { widthPx: matte.widthPx, heightPx: matte.heightPx };
  const whole: Rect = { x: 0, y: 0, ...size };
  const applied: Applied[] = [];
  const scratch = createScratch();
  let undoBytes = 0;
  /** The original matte with all edits applied; the original itself until there is one. */
  let edited = matte.data;
  /** `edited` with its edge edited, and by which params; undefined where it cannot be continued from. */
  let edgeEdited: Uint8ClampedArray<ArrayBuffer> | undefined;
  let edgeEditedBy: EdgeEdits | undefined;
  /** Where `edited` has changed since the edge was edited. */
  let unprocessedRect = emptyRect;
  let wasEdgeEdited = false;
  /** What has changed since the last call resolved. */
  let unreportedRect = emptyRect;

  function noteEdited(rect: Rect): void {
    unprocessedRect = union(unprocessedRect, rect);
    unreportedRect = union(unreportedRect, rect);
  }

  async function takeBack(count: number): Promise<void> {
    if (count === 0 || applied.slice(count).some(({ before }) => before === undefined)) {
      for (const { rect } of applied) noteEdited(rect);
      edited.set(matte.data);
      applied.length = 0;
      undoBytes = 0;
      return;
    }
    for (const { rect, before } of applied.slice(count).toReversed()) {
      if (!before) break;
      pastePlane(await unpackPlane(before), edited, size, rect);
      applied.pop();
      undoBytes -= before.byteLength;
      noteEdited(rect);
    }
  }

  async function addEdit(edit: Edit, yieldToEventLoop: () => Promise<void>): Promise<void> {
    if (edited === matte.data) edited = matte.data.slice();
    let before = new Uint8ClampedArray();
    const saveBefore = (rect: Rect) => {
      before = cutPlane(edited, size, rect);
    };
    const rect = await draw(edit, saveBefore, yieldToEventLoop);
    const hasEffect = cutPlane(edited, size, rect).some((alpha, at) => alpha !== before[at]);
    const added: Applied = { edit, rect, hasEffect, before: undefined };
    applied.push(added);
    noteEdited(rect);
    added.before = await packPlane(before);
    undoBytes += added.before.byteLength;
    for (let oldest = 0; undoBytes > maxUndoBytes && oldest < applied.length; oldest += 1) {
      const step = applied[oldest];
      if (!step?.before) continue;
      undoBytes -= step.before.byteLength;
      step.before = undefined;
    }
  }

  async function draw(
    edit: Edit,
    saveBefore: (rect: Rect) => void,
    yieldToEventLoop: () => Promise<void>,
  ): Promise<Rect> {
    if (edit.kind === 'seed-click') return applySeedClick(edited, size, edit, readPixels, saveBefore);
    if (edit.followsEdges)
      return refineStroke(edited, size, edit, { readPixels, refineRegion, yieldToEventLoop }, saveBefore);
    return paintStroke(edited, size, edit, scratch, saveBefore);
  }

  async function applyEdits(
    edits: readonly Edit[],
    yieldToEventLoop: () => Promise<void>,
    onEdit: ((count: number, total: number) => void) | undefined,
  ): Promise<void> {
    let same = 0;
    while (same < edits.length && isSameEdit(applied[same]?.edit, edits[same])) same += 1;
    if (same < applied.length) await takeBack(same);
    for (const edit of edits.slice(applied.length)) {
      await yieldToEventLoop();
      await addEdit(edit, yieldToEventLoop);
      onEdit?.(applied.length, edits.length);
    }
  }

  async function applyEdge(
    edits: EdgeEdits,
    yieldToEventLoop: () => Promise<void>,
  ): Promise<Uint8ClampedArray<ArrayBuffer>> {
    if (isEdgeUnedited(edits)) {
      if (wasEdgeEdited && edgeEdited) unreportedRect = union(unreportedRect, differenceOf(edgeEdited, edited, size));
      wasEdgeEdited = false;
      return edited;
    }
    const goesOn = edgeEdited !== undefined && wasEdgeEdited && isSameEdge(edgeEditedBy, edits);
    if (!edgeEdited || !wasEdgeEdited) {
      edgeEdited ??= new Uint8ClampedArray(edited.length);
      edgeEdited.set(edited);
      wasEdgeEdited = true;
    }
    const where = goesOn ? unprocessedRect : whole;
    edgeEditedBy = undefined;
    try {
      unreportedRect = union(unreportedRect, await editEdge(edited, edgeEdited, size, edits, yieldToEventLoop, where));
    } catch (error) {
      // How much was written until then is unknown.
      unreportedRect = whole;
      throw error;
    }
    edgeEditedBy = edits;
    unprocessedRect = emptyRect;
    return edgeEdited;
  }

  return {
    async apply(edits, yieldToEventLoop, onEdit) {
      await applyEdits(edits.edits, yieldToEventLoop, onEdit);
      const data = await applyEdge(edits, yieldToEventLoop);
      const changed = isEmpty(unreportedRect) ? undefined : unreportedRect;
      unreportedRect = emptyRect;
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

function isSameEdit(one: Edit | undefined, other: Edit | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'seed-click' || other.kind === 'seed-click') {
    return (
      one.kind === 'seed-click' &&
      other.kind === 'seed-click' &&
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

/** Compresses a part of a matte without loss. Nearly all of it is 0 or 255, so it becomes small. */
function packPlane(plane: Uint8ClampedArray<ArrayBuffer>): Promise<ArrayBuffer> {
  return piped(plane, new CompressionStream('deflate-raw'));
}

/** The inverse of `packPlane`. */
async function unpackPlane(packed: ArrayBuffer): Promise<Uint8ClampedArray<ArrayBuffer>> {
  return new Uint8ClampedArray(await piped(packed, new DecompressionStream('deflate-raw')));
}

function piped(bytes: BlobPart, through: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer();
}
