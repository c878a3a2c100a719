import type { NetworkLogRow } from '#tool/network-log/create-network-log.ts';

/** Requests of a page that sent a body. */
export interface Sends {
  readonly count: number;
  /** Size of all bodies, in bytes, without those of an unknown size. */
  readonly bytes: number;
  /** True when the size of a body could not be determined. */
  readonly hasUnknown: boolean;
}

export function sendsOf(rows: readonly NetworkLogRow[]): Sends {
  const sizes = rows.map(({ sentBytes }) => sentBytes).filter((bytes) => bytes !== 0);
  return {
    count: sizes.length,
    bytes: sizes.reduce<number>((sum, bytes = 0) => sum + bytes, 0),
    hasUnknown: sizes.includes(undefined),
  };
}
