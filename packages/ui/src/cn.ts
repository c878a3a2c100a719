import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. It does not resolve conflicts: a component's own classes and the caller's stand side by side, so a
 * caller adds layout (margin, width, grid place) and chooses looks by variant.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
