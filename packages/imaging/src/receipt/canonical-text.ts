/**
 * Writes plain data as JSON in its canonical form: keys sorted, no white space, numbers as ECMAScript writes them. Equal
 * data gives equal text, so that a signature of the text is a signature of the data.
 * @see RFC 8785, "JSON Canonicalization Scheme"
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
