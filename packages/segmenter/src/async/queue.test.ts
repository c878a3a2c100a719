import { expect, test } from 'vitest';

import { createQueue } from './queue.ts';

const never = new AbortController().signal;

test('tasks run one at a time, in the order in which they were added', async () => {
  const queue = createQueue();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([queue.add(task('a'), never), queue.add(task('b'), never)]);
  expect(results).toEqual(['a', 'b']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a failed task rejects only its own caller', async () => {
  const queue = createQueue();
  const first = queue.add(() => Promise.reject(new Error('broken')), never);
  const second = queue.add(() => Promise.resolve('fine'), never);
  await expect(first).rejects.toThrow('broken');
  await expect(second).resolves.toBe('fine');
});

test('aborting a waiting task rejects it at once and never starts it', async () => {
  const queue = createQueue();
  const gate = Promise.withResolvers<string>();
  const first = queue.add(() => gate.promise, never);
  const leaving = new AbortController();
  let begun = false;
  const second = queue.add(() => {
    begun = true;
    return Promise.resolve();
  }, leaving.signal);
  const third = queue.add(() => Promise.resolve('third'), never);

  leaving.abort(new Error('changed my mind'));
  await expect(second).rejects.toThrow('changed my mind');
  gate.resolve('first');
  await expect(first).resolves.toBe('first');
  await expect(third).resolves.toBe('third');
  expect(begun).toBe(false);
});

test('onNext is called once, when its task is the next to start', async () => {
  const queue = createQueue();
  const log: string[] = [];
  const gates = ['a', 'b', 'c'].map((name) => ({ name, ...Promise.withResolvers<string>() }));
  const leaving = new AbortController();
  const [a, b, c] = gates.map(({ name, promise }) =>
    queue.add(
      () => promise,
      name === 'b' ? leaving.signal : never,
      () => log.push(`${name} is next`),
    ),
  );
  // The first task never waits, and the third is announced only when the second leaves.
  expect(log).toEqual(['b is next']);
  leaving.abort(new Error('gone'));
  await expect(b).rejects.toThrow('gone');
  expect(log).toEqual(['b is next', 'c is next']);
  for (const { name, resolve } of gates) resolve(name);
  await expect(Promise.all([a, c])).resolves.toEqual(['a', 'c']);
  expect(log).toEqual(['b is next', 'c is next']);
});
