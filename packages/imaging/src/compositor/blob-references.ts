/** Replacement of a `Blob` in a message. A blob is sent once; later jobs contain its number instead. */
export interface BlobReference {
  readonly blobNumber: number;
}

/**
 * Copies plain data with each top-level `Blob` replaced by the result of `replace`. Nested properties are not searched.
 */
export function replaceBlobs<Data extends object>(data: Data, replace: (blob: Blob) => unknown): Data {
  return mapProperties(data, (value) => (value instanceof Blob ? replace(value) : value));
}

/** Reverses `replaceBlobs` when each blob was replaced by a `BlobReference`. */
export function restoreBlobs<Data extends object>(data: Data, blobOf: (number: number) => Blob): Data {
  return mapProperties(data, (value) => (isReference(value) ? blobOf(value.blobNumber) : value));
}

function mapProperties<Data extends object>(data: Data, change: (value: unknown) => unknown): Data {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, change(value)])) as Data;
}

function isReference(value: unknown): value is BlobReference {
  return typeof value === 'object' && value !== null && 'blobNumber' in value && typeof value.blobNumber === 'number';
}
