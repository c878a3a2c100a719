import { bokeh } from './bokeh.ts';
import type { Paint } from './paint.ts';
import { paperCool } from './paper-cool.ts';
import { paperWarm } from './paper-warm.ts';
import { spotLit } from './spot.ts';
import { stone } from './stone.ts';
import { windowLight } from './window-light.ts';

export interface Studio {
  /** Stored in documents; the interface names it by its own words. */
  readonly id: string;
  readonly paint: Paint;
}

/** One more studio is one more file and one more row here, and its name in the bundle as `studio.<id>`. */
export const studios = [
  { id: 'paper-warm', paint: paperWarm },
  { id: 'paper-cool', paint: paperCool },
  { id: 'stone', paint: stone },
  { id: 'window', paint: windowLight },
  { id: 'spot', paint: spotLit },
  { id: 'bokeh', paint: bokeh },
] as const satisfies readonly Studio[];
