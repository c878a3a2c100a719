/** Stands for a `Blob` in a message: a blob is sent once, and every later job names its number. */
export interface BlobReference {
  readonly blobNumber: number;
}

/** @returns a copy of plain data in which each property that is a `Blob` is replaced. */
export function replaceBlobs<Data extends object>(data: Data, replace: (blob: Blob) => unknown): Data {
  return mapProperties(data, (value) => (value instanceof Blob ? replace(value) : value));
}

/** The inverse of `replaceBlobs`, where each blob was replaced by a reference. */
export function restoreBlobs<Data extends object>(data: Data, blobOf: (number: number) => Blob): Data {
  return mapProperties(data, (value) => (isReference(value) ? blobOf(value.blobNumber) : value));
}

function mapProperties<Data extends object>(data: Data, change: (value: unknown) => unknown): Data {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, change(value)])) as Data;
}

function isReference(value: unknown): value is BlobReference {
  return typeof value === 'object' && value !== null && 'blobNumber' in value && typeof value.blobNumber === 'number';
}
