import { brushKeys } from '../brush/brush-keys.ts';

/**
 * Rows of the shortcut sheet for keys that are not commands, because the stage or the brush layer handles them. `word`
 * is the key of the description in the i18n bundle.
 */
export const keyHints = [
  { group: 'view', keys: ['O'], word: 'canvas.original' },
  { group: 'view', keys: ['+'], word: 'canvas.zoomIn' },
  { group: 'view', keys: ['−'], word: 'canvas.zoomOut' },
  { group: 'view', keys: ['0'], word: 'canvas.fit' },
  { group: 'view', keys: ['1'], word: 'help.key.wholePixels' },
  { group: 'view', keys: ['Arrows'], word: 'help.key.move' },
  { group: 'view', keys: ['Space'], word: 'help.key.hand' },
  ...brushKeys.map(({ keys, word }) => ({ group: 'brush', keys, word }) as const),
] as const;
