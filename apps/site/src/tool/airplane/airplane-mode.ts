import { isModelSaved } from '#tool/site-segmenter.ts';
import { createStore } from 'zustand/vanilla';

import {
  type AirplaneAnswer,
  airplaneName,
  type AirplaneNews,
  type AirplaneOrder,
} from '../../service-worker/airplane-mode.ts';
import { keepOffline } from '../../service-worker/keep-offline.ts';

/**
 * Reason why airplane mode cannot be turned on:
 * - `insecure`: the page was loaded over plain HTTP, where browsers offer no service worker.
 * - `unsupported`: the browser offers no service worker, as in some private windows.
 * - `unavailable`: the service worker could not be installed or does not answer.
 * - `uncovered`: the browser does not let the service worker answer a part of an open page.
 */
export type AirplaneObstacle = 'insecure' | 'unsupported' | 'unavailable' | 'uncovered';

export interface AirplaneState {
  readonly isOn: boolean;
  /** Number of requests that were refused and not answered from a cache since this page knows of the mode. */
  readonly refusals: number;
  /** Question or explanation that is shown before airplane mode is on. `no-model`: the model is not saved yet. */
  readonly asks?: 'no-model' | AirplaneObstacle | undefined;
  /** True between a press and its effect. */
  readonly isStarting?: boolean;
}

/** Airplane mode of this origin, as the service worker reports it. */
export const airplaneMode = createStore<AirplaneState>(() => ({ isOn: false, refusals: 0 }));

const { setState, getState } = airplaneMode;

try {
  new BroadcastChannel(airplaneName).addEventListener('message', ({ data }: MessageEvent<AirplaneNews>) => {
    if ('refusedUrl' in data) setState(({ refusals }) => ({ refusals: refusals + 1 }));
    else setState({ isOn: data.isOn, refusals: 0 });
  });
} catch {
  // Firefox has no channels for a page that may store nothing, and such a page has no service worker.
}

/** A service worker of an earlier build knows no orders and does not answer. A slow one first caches the page's files. */
const maxAnswerMs = 30_000;

/** Orders wait for this reading, which may itself give one. */
const reading = readMode();

/** Reads whether the mode is on. If so, a page that was loaded past the service worker comes under it again. */
async function readMode(): Promise<void> {
  if (obstacle() || !(await isRemembered())) return;
  const { controller } = navigator.serviceWorker;
  const answer = controller ? 'on' : await order('on').catch(() => 'off' as const);
  setState({ isOn: answer === 'on', ...(answer === 'uncovered' && { asks: 'uncovered' }) });
}

/**
 * Turns airplane mode on after a press. When the model is not saved, or the mode is impossible here, the state contains
 * the question or the reason instead.
 * @param needsModel false once the visitor does without a model.
 */
export async function startAirplane(needsModel = true): Promise<void> {
  const reason = obstacle();
  if (reason) return setState({ asks: reason });
  setState({ isStarting: true, asks: undefined });
  const asks = await tryToStart(needsModel).catch(() => 'unavailable' as const);
  setState({ isStarting: false, asks });
}

async function tryToStart(needsModel: boolean): Promise<AirplaneState['asks']> {
  if (needsModel && !(await isModelSaved())) return 'no-model';
  await reading;
  await keepOffline();
  // The service worker turns the mode on once it has cached the files of this page.
  const answer = await order('on');
  if (answer === 'uncovered') return answer;
  setState({ isOn: true, refusals: 0 });
  return undefined;
}

export async function endAirplane(): Promise<void> {
  await reading;
  // Without a service worker that obeys, nothing is refused, and only the mode's storage is left.
  await order('off').catch(() => caches.delete(airplaneName));
  setState({ isOn: false, refusals: 0 });
}

/** Closes the question or explanation. */
export function dismissAirplane(): void {
  setState({ asks: undefined });
}

export function toggleAirplane(): void {
  void (getState().isOn ? endAirplane() : startAirplane());
}

function obstacle(): AirplaneObstacle | undefined {
  if (!isSecureContext) return 'insecure';
  return 'serviceWorker' in navigator && 'caches' in window ? undefined : 'unsupported';
}

async function order(airplane: AirplaneOrder['airplane']): Promise<AirplaneAnswer> {
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  if (!active) throw new Error('There is no active service worker');
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The service worker does not answer')), maxAnswerMs);
    port1.addEventListener('message', ({ data }: MessageEvent<AirplaneAnswer>) => resolve(data), { once: true });
    port1.start();
    active.postMessage({ airplane } satisfies AirplaneOrder, [port2]);
  });
}

/** Returns whether airplane mode was on. Sandboxed frames throw as soon as `caches` is read. */
async function isRemembered(): Promise<boolean> {
  try {
    return await caches.has(airplaneName);
  } catch {
    return false;
  }
}
