import type { DocumentSpec } from '@isola/photo-specs/documents';

import { type Frame, type FrameVerdict, judgeFrame, type SeenBefore, seenIn, type ShutterHint } from './judge-frame.ts';

/** Time for which the rules must be met before the picture is taken. */
const holdMs = 900;
/** Time for which a hint must last before it is spoken, and time after which an unchanged hint is repeated. */
const [settleMs, repeatMs] = [500, 5000];

export interface ShutterStep extends FrameVerdict {
  /** Share of the time for which the rules have been met, 0…1. */
  readonly held: number;
  /** True once: the picture is to be taken now. */
  readonly isDue: boolean;
  /** Hint to be spoken now. `hold` is spoken when the rules begin to be met. */
  readonly spoken: ShutterHint | 'hold' | undefined;
}

/** Decides on each frame of a camera when to take the picture, and what to say. */
export interface Shutter {
  /** @param nowMs time of the frame, on any clock. */
  readonly see: (frame: Frame, document: DocumentSpec, nowMs: number) => ShutterStep;
}

/**
 * Creates a shutter. It takes one picture.
 * @example
 * const shutter = createShutter();
 * const { spoken, isDue } = shutter.see({ faces, widthPx: 1280, heightPx: 720 }, document, performance.now());
 */
export function createShutter(): Shutter {
  let before: SeenBefore | undefined;
  let metSinceMs: number | undefined;
  let isTaken = false;
  let said: { hint: ShutterHint | 'hold'; sinceMs: number; spokenMs?: number } | undefined;

  function spokenAt(hint: ShutterHint | 'hold', nowMs: number): ShutterHint | 'hold' | undefined {
    if (said?.hint !== hint) said = { hint, sinceMs: nowMs };
    const isSettled = nowMs - said.sinceMs >= settleMs;
    const isRepeated = said.spokenMs !== undefined && nowMs - said.spokenMs < repeatMs;
    if (!isSettled || isRepeated) return undefined;
    said = { ...said, spokenMs: nowMs };
    return hint;
  }

  return {
    see(frame, document, nowMs) {
      const verdict = judgeFrame(frame, document, before);
      before = seenIn(frame, before);
      if (verdict.hint !== undefined) metSinceMs = undefined;
      else metSinceMs ??= nowMs;
      const heldMs = metSinceMs === undefined ? 0 : nowMs - metSinceMs;
      const isDue = heldMs >= holdMs && !isTaken;
      isTaken ||= isDue;
      const held = Math.min(1, heldMs / holdMs);
      return { ...verdict, held, isDue, spoken: isTaken ? undefined : spokenAt(verdict.hint ?? 'hold', nowMs) };
    },
  };
}
