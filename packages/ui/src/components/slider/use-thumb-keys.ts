import { useEffect, useEffectEvent, useRef, type ChangeEvent, type KeyboardEvent } from 'react';

import { keyTarget, snap, type Scale } from './scale.ts';
import type { Values } from './use-values.ts';

/** Pause after which successive keys are committed as one change, in milliseconds. */
const keyRestMs = 600;

interface ThumbKeysOptions {
  values: Values;
  scale: Scale;
  /** Returns true when the left arrow key increases the value. */
  isMirrored: () => boolean;
  onValuesCommit: (values: readonly number[]) => void;
}

/**
 * Moves the thumbs by keys. A key that is held or pressed repeatedly is one change. It ends after `keyRestMs` without
 * such a key, or with another key.
 */
export function useThumbKeys({ values, scale, isMirrored, onValuesCommit }: ThumbKeysOptions) {
  const { latest, moveTo } = values;
  const pressed = useRef(false);
  const keyRest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const commitKeys = () => {
    clearTimeout(keyRest.current);
    if (pressed.current) onValuesCommit(latest.current);
    pressed.current = false;
  };
  // Uses the callbacks of the last render, which may have changed since the key press.
  const lastCommitKeys = useRef(commitKeys);
  useEffect(() => {
    lastCommitKeys.current = commitKeys;
  });
  const commitOnUnmount = useEffectEvent(commitKeys);
  useEffect(() => () => commitOnUnmount(), []);

  const onKeyUp = () => {
    clearTimeout(keyRest.current);
    keyRest.current = setTimeout(() => lastCommitKeys.current(), keyRestMs);
  };
  /** Returns the event handlers of a thumb's input. */
  const inputHandlers = (index: number) => ({
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (moveTo(index, snap(event.target.valueAsNumber, scale))) pressed.current = true;
      onKeyUp();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = keyTarget(event, latest.current[index] ?? scale.min, scale, isMirrored());
      // Another key ends the change, such as the shortcut for undo, which reverts the whole change.
      if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return commitKeys();
      event.preventDefault();
      clearTimeout(keyRest.current);
      if (moveTo(index, target)) pressed.current = true;
    },
    onKeyUp,
    onBlur: commitKeys,
  });
  return { commitKeys, inputHandlers };
}
