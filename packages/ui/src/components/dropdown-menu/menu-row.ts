// Class names shared by dropdown menus and context menus.

const sheet = [
  'z-50 max-h-(--radix-popper-available-height) max-w-(--radix-popper-available-width) overflow-y-auto rounded-md border border-line bg-sheet p-1 shadow-float',
  'data-[state=closed]:animate-leave data-[state=open]:animate-enter',
];

export const menuSheet = [...sheet, 'min-w-48'];

/** Submenu: narrower, because a phone has little space next to the first menu. */
export const menuSubSheet = [...sheet, 'min-w-32'];

export const menuRow = [
  'relative flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-14 text-ink select-none pointer-coarse:min-h-11',
  'outline-none data-[highlighted]:bg-hover data-[disabled]:text-faint [&_svg]:size-4 [&_svg]:text-soft',
  'forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-[Highlight]',
];

/** Leaves space for the check mark. */
export const menuCheckable = 'ps-9';

export const menuTick = { place: 'absolute start-2.5 flex', icon: 'text-accent-ink!' };

/** Stays highlighted while its submenu is open. */
export const menuBranch = 'pe-2 data-[state=open]:bg-hover';

export const menuLabel = 'px-2.5 pt-2 pb-1 text-12 text-faint';

export const menuSeparator = 'm-1 h-px bg-line';
