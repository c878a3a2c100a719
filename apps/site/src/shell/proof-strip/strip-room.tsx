import { useMatches } from '@tanstack/react-router';

import { type PageId, pageOf } from '../pages.ts';

/** Keeps the room of the strip until its code is loaded, so that an open image does not move when it comes. */
export function StripRoom() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  return page && hasTool(page) ? <div data-slot="strip-room" className="min-h-8 flex-none" /> : null;
}

/** Checks whether images are opened and edited on a page. An image dropped on the home page opens on another one. */
export function hasTool(page: PageId): boolean {
  return page === 'aiBackground' || (page !== 'home' && pageOf(page).shape === 'tool');
}
