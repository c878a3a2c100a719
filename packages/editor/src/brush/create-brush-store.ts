import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';

import type { ObjectAction } from '../edits/object.ts';
import type { SeedClick } from '../edits/seed-click.ts';
import type { Stroke } from '../edits/stroke.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';

/** Tool that clicks on one point. */
export type ClickTool = SeedClick['action'] | ObjectAction;
export type BrushTool = Stroke['action'] | ClickTool;

export interface Brush {
  readonly tool: BrushTool;
  /** Diameter of the brush in CSS px of the screen, so that it paints finer at a larger zoom. */
  readonly sizePx: number;
  /** 0 is soft from the middle on, 100 is sharp. */
  readonly hardness: number;
  readonly opacity: number;
  /** True when strokes follow the edges of the image. */
  readonly followsEdges: boolean;
}

export interface BrushStore extends ReadonlyStore<Brush> {
  /**
   * Changes some settings. Numbers are clamped to their ranges. All settings except the tool are saved on this device,
   * where the browser allows it.
   */
  readonly set: (change: Partial<Brush>) => void;
}

export const [minSizePx, maxSizePx] = [4, 400];

const storageKey = 'brush';

const stored = z.object({
  sizePx: z.number().check(z.minimum(minSizePx), z.maximum(maxSizePx)),
  hardness: z.int().check(z.minimum(0), z.maximum(100)),
  opacity: z.int().check(z.minimum(1), z.maximum(100)),
  followsEdges: z.boolean(),
});

/**
 * Brush of a first visit. Later visits restore everything except the tool: with a tool of an earlier visit, the first
 * click could remove a part unexpectedly.
 */
const firstBrush: Brush = { tool: 'restore', sizePx: 40, hardness: 80, opacity: 100, followsEdges: true };

export function isClickTool(tool: BrushTool): tool is ClickTool {
  return tool !== 'restore' && tool !== 'erase';
}

/** Checks whether a tool asks the segmenter for the object at the point. */
export function isObjectTool(tool: BrushTool): tool is ObjectAction {
  return tool === 'add-object' || tool === 'remove-object';
}

export function createBrushStore(): BrushStore {
  const { setState, ...store } = createStore<Brush>(() => ({ ...firstBrush, ...readSaved() }));
  return {
    ...store,
    set(change) {
      const next = { ...store.getState(), ...change };
      const brush = {
        ...next,
        sizePx: within(minSizePx, next.sizePx, maxSizePx),
        hardness: Math.round(within(0, next.hardness, 100)),
        opacity: Math.round(within(1, next.opacity, 100)),
      };
      save(brush);
      setState(brush);
    },
  };
}

function within(min: number, value: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function save({ sizePx, hardness, opacity, followsEdges }: Brush): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ sizePx, hardness, opacity, followsEdges }));
  } catch {
    // Storage is closed or full. The brush lasts until the page is left.
  }
}

function readSaved(): Partial<Brush> {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    // Nothing is stored, this page may not use storage, or the entry was not written by this code.
    return {};
  }
}
