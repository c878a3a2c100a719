import { differenceOf, emptyRect, type Rect, type Size, union } from '../geometry/rect.ts';
import { editEdge, isEdgeUnedited } from './edit-edge.ts';
import type { EdgeEdits } from './matte-edits.ts';

type Plane = Uint8ClampedArray<ArrayBuffer>;

/** Processes the edge of a matte. When only a part of the matte changes, only that part is processed again. */
export interface EdgeEditor {
  /** Notes a rectangle of the matte that has changed since the previous call of `apply`. */
  noteEdited(rect: Rect): void;
  /**
   * Applies the edits of the edge. Only one call may run at a time.
   * @param edited matte without the edits of its edge. It is returned itself when there are none.
   * @returns the result, and the part of it that differs from the previous result because of its edge.
   * @throws errors of `yieldToEventLoop`. The extent of what was written until then is unknown.
   */
  apply(
    edited: Plane,
    edits: EdgeEdits,
    yieldToEventLoop: () => Promise<void>,
  ): Promise<{ readonly data: Plane; readonly changed: Rect }>;
}

export function createEdgeEditor(size: Size): EdgeEditor {
  const whole: Rect = { x: 0, y: 0, ...size };
  /**
   * Matte with its edge processed, and the params of that. The params are undefined while the content is incomplete.
   */
  let edgeEdited: Plane | undefined;
  let edgeEditedBy: EdgeEdits | undefined;
  /** Rectangle in which the matte has changed since its edge was processed. */
  let unprocessedRect = emptyRect;
  let wasEdgeEdited = false;

  return {
    noteEdited(rect) {
      unprocessedRect = union(unprocessedRect, rect);
    },
    async apply(edited, edits, yieldToEventLoop) {
      if (isEdgeUnedited(edits)) {
        const changed = wasEdgeEdited && edgeEdited ? differenceOf(edgeEdited, edited, size) : emptyRect;
        wasEdgeEdited = false;
        return { data: edited, changed };
      }
      const isContinued = edgeEdited !== undefined && wasEdgeEdited && isSameEdge(edgeEditedBy, edits);
      if (!edgeEdited || !wasEdgeEdited) {
        edgeEdited ??= new Uint8ClampedArray(edited.length);
        edgeEdited.set(edited);
        wasEdgeEdited = true;
      }
      const where = isContinued ? unprocessedRect : whole;
      edgeEditedBy = undefined;
      const changed = await editEdge(edited, edgeEdited, size, edits, yieldToEventLoop, where);
      edgeEditedBy = edits;
      unprocessedRect = emptyRect;
      return { data: edgeEdited, changed };
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
