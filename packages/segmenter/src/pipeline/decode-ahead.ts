import { checkSource } from './decode.ts';
import type { Picture, Platform } from './platform.ts';

/** Images that are decoded before their call begins. */
export interface DecodedAhead {
  /** Starts to decode an image. @param ticket a number that the caller chooses and that identifies the image. */
  begin(ticket: number, source: Blob): void;
  /** Removes an image and returns it to the caller, who must close it. @returns undefined for an unknown ticket. */
  take(ticket: number): Promise<Picture> | undefined;
  /** Closes the image of a ticket, unless it has been taken. */
  drop(ticket: number): void;
}

export function createDecodedAhead({ decode }: Pick<Platform, 'decode'>): DecodedAhead {
  const pictures = new Map<number, Promise<Picture>>();
  const take = (ticket: number) => {
    const picture = pictures.get(ticket);
    pictures.delete(ticket);
    return picture;
  };
  return {
    begin(ticket, source) {
      const picture = checkSource(source).then(() => decode(source));
      // The caller of `take` receives the failure.
      picture.catch(() => undefined);
      pictures.set(ticket, picture);
    },
    take,
    drop(ticket) {
      void take(ticket)?.then(
        (image) => image.close(),
        () => undefined,
      );
    },
  };
}
