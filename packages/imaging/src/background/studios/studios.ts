import type { Surroundings } from '@isola/scenes';

import { bokeh } from './bokeh.ts';
import type { Paint } from './paint.ts';
import { paperCool } from './paper-cool.ts';
import { paperWarm } from './paper-warm.ts';
import { spotLit, spotSet } from './spot.ts';
import { stone } from './stone.ts';
import { groundOf } from './studio-set.ts';
import { sweepSet } from './sweep.ts';
import { windowLight, windowSet } from './window-light.ts';

export interface Studio {
  /** Stable identifier, saved in documents. The interface shows a translated name instead. */
  readonly id: string;
  readonly paint: Paint;
  /** Ground and lamps, by which a subject stands in the studio. */
  readonly surroundings: Surroundings;
}

/**
 * All studios. To add one, write its file, add a row here, and add its name to the bundle `editor.json` as
 * `studio.<id>`.
 */
export const studios = [
  {
    id: 'paper-warm',
    paint: paperWarm,
    surroundings: {
      ground: groundOf(sweepSet, { backY: 0.86, frontY: 0.94, subjectM: 0.85 }),
      lamps: [{ azimuthDeg: 305, elevationDeg: 50, color: [1, 0.96, 0.9], strength: 0.6, sizeDeg: 22 }],
      ambient: [0.97, 0.98, 1],
    },
  },
  {
    id: 'paper-cool',
    paint: paperCool,
    surroundings: {
      ground: groundOf(sweepSet, { backY: 0.86, frontY: 0.94, subjectM: 0.85 }),
      lamps: [{ azimuthDeg: 160, elevationDeg: 64, color: [0.97, 0.985, 1], strength: 0.55, sizeDeg: 26 }],
      ambient: [0.97, 0.98, 1],
    },
  },
  {
    id: 'stone',
    paint: stone,
    surroundings: {
      ground: {
        horizonY: 0.46,
        focal: 1.2,
        cameraHeightM: 0.25,
        backY: 0.8,
        frontY: 0.92,
        subjectM: 0.35,
        end: { y: 0.66, isWall: false },
      },
      lamps: [{ azimuthDeg: 235, elevationDeg: 42, color: [1, 0.97, 0.93], strength: 0.62, sizeDeg: 18 }],
      ambient: [0.96, 0.95, 0.93],
    },
  },
  {
    id: 'window',
    paint: windowLight,
    surroundings: {
      ground: groundOf(windowSet, { backY: 0.82, frontY: 0.93, subjectM: 0.85 }),
      lamps: [{ azimuthDeg: 300, elevationDeg: 30, color: [1, 0.86, 0.65], strength: 0.62, sizeDeg: 4 }],
      ambient: [0.93, 0.96, 1],
    },
  },
  {
    id: 'spot',
    paint: spotLit,
    surroundings: {
      ground: groundOf(spotSet, { backY: 0.82, frontY: 0.93, subjectM: 0.8 }),
      lamps: [{ azimuthDeg: 46, elevationDeg: 57, color: [1, 0.93, 0.83], strength: 0.8, sizeDeg: 6 }],
      ambient: [0.9, 0.95, 1],
    },
  },
  {
    id: 'bokeh',
    paint: bokeh,
    surroundings: {
      ground: {
        horizonY: 0.56,
        focal: 1.4,
        cameraHeightM: 0.2,
        backY: 0.86,
        frontY: 0.95,
        subjectM: 0.35,
        end: { y: 0.8, isWall: false },
      },
      lamps: [{ azimuthDeg: 180, elevationDeg: 38, color: [1, 0.66, 0.36], strength: 0.55, sizeDeg: 30 }],
      ambient: [1, 0.8, 0.65],
    },
  },
] as const satisfies readonly Studio[];
