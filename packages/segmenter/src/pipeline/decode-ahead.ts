import { checkSource } from './decode.ts';
import type { Picture, Platform } from './platform.ts';

/** Pictures that are decoded before their turn has come. */
export interface DecodedAhead {
  /** Begins to decode. @param ticket a number of the caller's choice. */
  begin(ticket: number, source: Blob): void;
  /** @returns the picture, which the caller owns from now on; undefined for an unknown ticket. */
  take(ticket: number): Promise<Picture> | undefined;
  /** Closes the picture of a ticket that is not taken. */
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
