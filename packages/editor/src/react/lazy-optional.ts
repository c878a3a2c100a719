import { type ComponentType, lazy } from 'react';

/**
 * A part of the page that can be done without. Where its code does not load, nothing is shown in its place: an error would
 * replace the whole page.
 */
export function lazyOptional<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
}
