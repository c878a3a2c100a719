/** One change of the matte: plain data that the definition of its kind understands. */
export interface Edit {
  readonly kind: string;
  readonly [datum: string]: unknown;
}
