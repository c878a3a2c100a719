/** The background behind a cutout: plain data that the definition of its kind understands. */
export interface Background {
  readonly kind: string;
  readonly [setting: string]: unknown;
}
