import { expect, test } from 'vitest';

import { createHistory } from './create-history.ts';
import { untilSettled } from './until-settled.ts';

test('a late result waits for the end of a preview, or for its own end', async () => {
  const history = createHistory<{ color: string }, string>({ color: 'none' });
  const order: string[] = [];
  await untilSettled(history);
  history.preview({ color: 'red' });
  const own = new AbortController();
  const waiting = [
    untilSettled(history).then(() => order.push('settled')),
    untilSettled(history, own.signal).then(() => order.push('aborted')),
  ];
  history.preview({ color: 'blue' });
  own.abort();
  await waiting[1];
  expect(order).toEqual(['aborted']);
  history.commit('blue', { color: 'blue' });
  await waiting[0];
  expect(order).toEqual(['aborted', 'settled']);
});
