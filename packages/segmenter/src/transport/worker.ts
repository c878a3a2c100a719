/** Entry of the worker in browsers. */
import { reportFetches } from '../http/fetches.ts';
import { canvasPlatform } from '../pipeline/canvas-platform.ts';
import { holdLock } from './hold-lock.ts';
import { post, serveCalls } from './serve-calls.ts';

reportFetches((fetches) => post({ kind: 'fetched', fetches }));
serveCalls(canvasPlatform, holdLock);
