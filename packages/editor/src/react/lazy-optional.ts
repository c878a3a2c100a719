import { type ComponentType, lazy } from 'react';

/**
 * Returns a lazy component for an optional part of the page. If its code does not load, it renders nothing, because an
 * error would replace the whole page.
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
