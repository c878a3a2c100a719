import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names without resolving conflicts. Pass layout classes (margin, width, grid placement) to a component,
 * and choose its appearance by variant.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
