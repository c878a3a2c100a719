import { useEffect, useRef, useState } from 'react';

import { snap, type Scale } from './scale.ts';

interface ValuesOptions {
  scale: Scale;
  /** Controlled values in ascending order. */
  values: readonly number[] | undefined;
  defaultValues: readonly number[];
  onValuesChange: (values: readonly number[]) => void;
}

export type Values = ReturnType<typeof useValues>;

/** Holds the values of a slider, controlled or uncontrolled, and moves them. */
export function useValues({ scale, values: controlled, defaultValues, onValuesChange }: ValuesOptions) {
  const [own, setOwn] = useState(defaultValues);
  const values = (controlled ?? own).map((value) => snap(value, scale));
  // Several changes may come before React renders. Each starts from the one before it.
  const latest = useRef<readonly number[]>(values);
  useEffect(() => {
    latest.current = values;
  });
  /** Number of changes so far. A drag that leaves it equal has changed nothing. */
  const changes = useRef(0);

  /** Moves a value, at most up to its neighbours. Returns true when the value has changed. */
  const moveTo = (index: number, target: number) => {
    const before = latest.current;
    const [lowest, highest] = [before[index - 1] ?? scale.min, before[index + 1] ?? scale.max];
    const next = before.with(index, Math.min(highest, Math.max(lowest, target)));
    if (next[index] === before[index]) return false;
    latest.current = next;
    changes.current++;
    setOwn(next);
    onValuesChange(next);
    return true;
  };
  return { now: values, latest, changes, moveTo };
}
