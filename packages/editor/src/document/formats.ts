import type { ExportOptions } from '../schema/document-state.ts';

/** How each format is called, and how its files end. Proper names: they are the same in every language. */
export const formats = {
  png: { label: 'PNG', ending: 'png' },
  webp: { label: 'WebP', ending: 'webp' },
  jpeg: { label: 'JPEG', ending: 'jpg' },
} as const satisfies Record<ExportOptions['format'], { label: string; ending: string }>;
