import type { Photo, Removal } from '../removal.ts';

/**
 * Calls `leave` when the photo on the table gives way to a new one, or to none: until the new one is kept, a reload must not
 * bring the old one back. A photo that is put there with its result is kept at once, and needs no leave.
 */
export function leaveWithPhoto(
  { getSnapshot, subscribe }: Pick<Removal, 'getSnapshot' | 'subscribe'>,
  leave: () => void,
) {
  let photo: Photo | undefined;
  const look = () => {
    const now = getSnapshot();
    const next = now.state === 'empty' ? undefined : now.photo;
    if (next === photo) return;
    photo = next;
    if (now.state !== 'done') leave();
  };
  look();
  subscribe(look);
}
