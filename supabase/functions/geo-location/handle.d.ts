/** What the place where the function runs knows about whoever calls. */
export interface Caller {
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}
/** Answers from where a visitor comes and which language to begin in. It keeps nothing. */
export declare function handleGeoLocation(request: Request, { ip, country }: Caller): Response;
/** @returns a country that a proxy wrote into a header; null for its words for "unknown". */
export declare function countryIn(header: string | null | undefined): string | null;
