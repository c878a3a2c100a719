import { bokeh } from './bokeh.ts';
import type { Paint } from './paint.ts';
import { paperCool } from './paper-cool.ts';
import { paperWarm } from './paper-warm.ts';
import { spotLit } from './spot.ts';
import { stone } from './stone.ts';
import { windowLight } from './window-light.ts';

export interface Studio {
  /** Stable identifier, saved in documents. The interface shows a translated name instead. */
  readonly id: string;
  readonly paint: Paint;
}

/**
 * All studios. To add one, write its file, add a row here, and add its name to the bundle `editor.json` as
 * `studio.<id>`.
 */
export const studios = [
  { id: 'paper-warm', paint: paperWarm },
  { id: 'paper-cool', paint: paperCool },
  { id: 'stone', paint: stone },
  { id: 'window', paint: windowLight },
  { id: 'spot', paint: spotLit },
  { id: 'bokeh', paint: bokeh },
] as const satisfies readonly Studio[];
