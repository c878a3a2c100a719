export interface TilesBench {
  /** Adds synthetic photographs of 12 megapixels. Each has other bytes. */
  add(count: number): Promise<void>;
  /** Scrolls the tiles, or an empty list of the same height. @returns the duration of each frame, in milliseconds. */
  scroll(what: 'tiles' | 'empty', durationMs: number): Promise<readonly number[]>;
}
declare global {
  interface Window {
    tilesBench: TilesBench;
  }
}
