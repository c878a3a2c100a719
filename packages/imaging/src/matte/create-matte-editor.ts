import * as z from 'zod/mini';

import { CompositorError } from '../job/compositor-error.ts';
import type { EditDefinition, EditParams, EditTarget, PixelPatch, ReadPixels, RefineRegion } from './define-edit.ts';
import { createEdgeEditor } from './create-edge-editor.ts';
import { createScratch } from './rasterize-stroke.ts';
import type { EdgeEdits, MatteEdits } from './matte-edits.ts';
import { packPlane, unpackPlane } from './pack-plane.ts';
import { cutPlane, emptyRect, isEmpty, pastePlane, type Rect, type Size, union } from '../geometry/rect.ts';

export interface MatteEditorOptions {
  /** Matte of the segmenter: alpha 0…255, row by row. It is never written to. */
  readonly matte: Size & { readonly data: Uint8ClampedArray<ArrayBuffer> };
  /** Kinds of edits that can be applied. */
  readonly editKinds: readonly EditDefinition[];
  readonly readPixels: ReadPixels;
  readonly refineRegion: RefineRegion;
  /**
   * Number of bytes of compressed alpha that are stored for a quick undo; 96 MB by default. In an image of 12
   * megapixels, this is enough for about a hundred strokes across the whole image. An undo beyond them applies all
   * edits again.
   */
  readonly maxUndoBytes?: number;
}

export interface EditedMatte {
  /** Matte in full size. It is valid until the next call, and the caller must not write to it. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  /** Part that differs from the previous call's result; undefined when nothing does. */
  readonly changed: Rect | undefined;
  /** Indices of the edits that changed no pixel. */
  readonly withoutEffect: readonly number[];
  /** Pixels of the image that edits have replaced, the oldest first. */
  readonly patches: readonly PixelPatch[];
}

export interface MatteEditor {
  /**
   * Applies edits. Only one call may run at a time.
   * @param yieldToEventLoop throws to stop. The work that was done is preserved: the next call continues from there,
   *   and its `changed` includes it.
   * @param onEdit called with the number of edits that are applied.
   * @throws {CompositorError} `processing-failed` when an edit has an unknown kind or its schema rejects it.
   * @throws errors of `yieldToEventLoop`, `readPixels` and `refineRegion`.
   */
  apply(
    edits: MatteEdits<EditParams>,
    yieldToEventLoop: () => Promise<void>,
    onEdit?: (count: number, total: number) => void,
  ): Promise<EditedMatte>;
}

interface Applied {
  readonly edit: EditParams;
  readonly rect: Rect;
  readonly hasEffect: boolean;
  readonly patch: PixelPatch | undefined;
  /**
   * Compressed alpha before the edit. Undefined when it exceeded `maxUndoBytes`; then an undo applies all edits again.
   */
  before: ArrayBuffer | undefined;
}

/** Creates an editor that applies edits to a matte. When edits change, only the new ones are computed. */
export function createMatteEditor({
  matte,
  editKinds,
  readPixels,
  refineRegion,
  maxUndoBytes = 96 * 1024 * 1024,
}: MatteEditorOptions): MatteEditor {
  const size: Size = { widthPx: matte.widthPx, heightPx: matte.heightPx };
  const whole: Rect = { x: 0, y: 0, ...size };
  const applied: Applied[] = [];
  const scratch = createScratch();
  let undoBytes = 0;
  /** Original matte with all edits applied. It is the original itself until there is an edit. */
  let edited = matte.data;
  const edge = createEdgeEditor(size);
  /** Rectangle of the changes since the last call resolved. */
  let unreportedRect = emptyRect;

  async function readPatched(rect: Rect): Promise<Uint8ClampedArray<ArrayBuffer>> {
    const pixels = await readPixels(rect);
    for (const { patch } of applied) if (patch) pastePatch(patch, pixels, rect);
    return pixels;
  }

  function noteEdited(rect: Rect): void {
    edge.noteEdited(rect);
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
      pastePlane(await unpackPlane(before, rect.widthPx * rect.heightPx), edited, size, rect);
      applied.pop();
      undoBytes -= before.byteLength;
      noteEdited(rect);
    }
  }

  async function addEdit(edit: EditParams, yieldToEventLoop: () => Promise<void>): Promise<void> {
    const apply = editApplier(editKinds, edit);
    if (edited === matte.data) edited = matte.data.slice();
    let rect = emptyRect;
    let before = new Uint8ClampedArray();
    let patch: PixelPatch | undefined;
    const replacePixels = (next: PixelPatch) => {
      patch = next;
    };
    const beforeWrite = (next: Rect) => {
      rect = next;
      before = cutPlane(edited, size, next);
    };
    try {
      const own = { matte: edited, size, beforeWrite, replacePixels, scratch };
      await apply({ ...own, readPixels: readPatched, refineRegion, yieldToEventLoop });
    } catch (error) {
      pastePlane(before, edited, size, rect);
      throw error;
    }
    const hasEffect = patch !== undefined || cutPlane(edited, size, rect).some((alpha, at) => alpha !== before[at]);
    const added: Applied = { edit, rect, hasEffect, patch, before: undefined };
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

  async function applyEdits(
    edits: readonly EditParams[],
    yieldToEventLoop: () => Promise<void>,
    onEdit: ((count: number, total: number) => void) | undefined,
  ): Promise<void> {
    let same = 0;
    while (same < edits.length && isSame(applied[same]?.edit, edits[same])) same += 1;
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
    try {
      const { data, changed } = await edge.apply(edited, edits, yieldToEventLoop);
      unreportedRect = union(unreportedRect, changed);
      return data;
    } catch (error) {
      // The extent of the writes before the error is unknown.
      unreportedRect = whole;
      throw error;
    }
  }

  return {
    async apply(edits, yieldToEventLoop, onEdit) {
      await applyEdits(edits.edits, yieldToEventLoop, onEdit);
      const data = await applyEdge(edits, yieldToEventLoop);
      const changed = isEmpty(unreportedRect) ? undefined : unreportedRect;
      unreportedRect = emptyRect;
      const withoutEffect = applied.flatMap(({ hasEffect }, index) => (hasEffect ? [] : [index]));
      return { data, changed, withoutEffect, patches: applied.flatMap(({ patch }) => patch ?? []) };
    },
  };
}

/**
 * Writes the pixels of a patch over those of an area.
 * @param pixels RGBA, row by row of `area`.
 */
function pastePatch({ rect, data }: PixelPatch, pixels: Uint8ClampedArray, area: Rect): void {
  const [left, right] = [Math.max(rect.x, area.x), Math.min(rect.x + rect.widthPx, area.x + area.widthPx)];
  const [top, bottom] = [Math.max(rect.y, area.y), Math.min(rect.y + rect.heightPx, area.y + area.heightPx)];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const from = ((y - rect.y) * rect.widthPx + x - rect.x) * 4;
      if (data[from + 3] === 255)
        pixels.set(data.subarray(from, from + 4), ((y - area.y) * area.widthPx + x - area.x) * 4);
    }
  }
}

/** Compares plain data by value. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  }
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return mine.length === theirs.size && mine.every(([key, value]) => isSame(value, theirs.get(key)));
}

/** Checks the params of an edit. @returns a function that applies the edit. */
function editApplier(kinds: readonly EditDefinition[], edit: EditParams): (target: EditTarget) => void | Promise<void> {
  const definition = kinds.find(({ kind }) => kind === edit.kind);
  if (!definition) throw new CompositorError('processing-failed', `there is no edit of kind “${edit.kind}”`);
  const checked = definition.schema.safeParse(edit);
  if (!checked.success) {
    throw new CompositorError('processing-failed', `edit “${edit.kind}”: ${z.prettifyError(checked.error)}`);
  }
  return (target) => definition.apply(checked.data, target);
}
