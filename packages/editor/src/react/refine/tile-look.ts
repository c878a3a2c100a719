/** Look of a radio button or a checkbox that is a tile with an icon and a name. */
export const tileLook =
  'flex min-h-10 cursor-pointer items-center gap-2 rounded-sm border border-line bg-sheet px-2.5 text-13 font-medium text-soft transition-colors duration-fast hover:border-line-strong hover:text-ink has-checked:border-accent-line has-checked:bg-accent-wash has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:border-[Highlight] pointer-coarse:h-11';
