import { checkSource, decode } from './decode.ts';

/** Pictures that are decoded before their turn has come. */
export interface DecodedAhead {
  /** Begins to decode. @param ticket a number of the caller's choice. */
  begin(ticket: number, source: Blob): void;
  /** @returns the picture, which is the caller's from now on; undefined for a ticket that nobody has. */
  take(ticket: number): Promise<ImageBitmap> | undefined;
  /** Nobody will come for it. */
  drop(ticket: number): void;
}

export function createDecodedAhead(): DecodedAhead {
  const pictures = new Map<number, Promise<ImageBitmap>>();
  const take = (ticket: number) => {
    const picture = pictures.get(ticket);
    pictures.delete(ticket);
    return picture;
  };
  return {
    begin(ticket, source) {
      const picture = checkSource(source).then(() => decode(source));
      // Its failure is told to whoever takes it.
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
