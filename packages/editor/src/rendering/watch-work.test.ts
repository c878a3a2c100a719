import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';

import { createHistory } from '../history/create-history.ts';
import type { StepName } from '../model/step.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import type { RenderingState } from './create-rendering.ts';
import { type Ready, watchWork } from './watch-work.ts';

function setUp() {
  const history = createHistory<DocumentState, StepName>(initialState);
  const rendering = createStore(
    () => ({ isRefining: false, cutoutVersion: 0, view: undefined, failure: undefined }) as RenderingState,
  );
  let nowMs = 0;
  const told: Ready[] = [];
  const stop = watchWork(
    { history },
    rendering,
    (ready) => ready !== 'nothing' && told.push(ready),
    () => nowMs,
  );
  return {
    told,
    stop,
    step: () => history.commit('color', { ...initialState, background: { kind: 'color', color: '#ffffff' } }),
    wait: (durationMs: number) => (nowMs += durationMs),
    become: rendering.setState,
  };
}

const view = () => ({ quality: 'draft' }) as NonNullable<RenderingState['view']>;

test('a refinement is reported once, when it is over', () => {
  const { told, step, become } = setUp();
  step();
  become({ isRefining: true });
  become({ cutoutVersion: 1 });
  expect(told).toEqual([]);
  become({ isRefining: false });
  become({ view: view() });
  expect(told).toEqual(['cutout']);
});

test('work without a step of the user’s is not reported', () => {
  const { told, become, wait } = setUp();
  become({ isRefining: true });
  wait(5000);
  become({ isRefining: false, cutoutVersion: 1, view: view() });
  expect(told).toEqual([]);
});

test('a refinement that failed or changed nothing is not reported', () => {
  const { told, step, become } = setUp();
  step();
  become({ isRefining: true });
  become({ isRefining: false, failure: { code: 'processing-failed' } });
  become({ isRefining: true, failure: undefined });
  become({ isRefining: false });
  expect(told).toEqual([]);
});

test('a composition is reported only if it took more than a second', () => {
  const { told, step, become, wait } = setUp();
  step();
  wait(900);
  become({ view: view() });
  expect(told).toEqual([]);
  step();
  wait(1500);
  become({ view: view() });
  expect(told).toEqual(['result']);
  // The same view in full quality is not reported again.
  become({ view: { ...view(), quality: 'full' } });
  expect(told).toEqual(['result']);
});

test('reports nothing after it was stopped', () => {
  const { told, stop, step, become } = setUp();
  stop();
  step();
  become({ isRefining: true });
  become({ isRefining: false, cutoutVersion: 1 });
  expect(told).toEqual([]);
});
