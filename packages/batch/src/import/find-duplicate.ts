/** A file that the batch already contains. */
export interface Candidate {
  readonly name: string;
  readonly sizeBytes: number;
  /** Reads the file. Rejects when the file cannot be read. */
  readonly read: () => Promise<Blob>;
}

/**
 * Finds a candidate with the same bytes as a file. Names are ignored. Only files of the same size are read. Since
 * images rarely have the same size in bytes, most files need not be read.
 * @returns undefined when no candidate has the same bytes. A file that cannot be read equals no other file.
 */
export async function findDuplicate(file: File, candidates: readonly Candidate[]): Promise<Candidate | undefined> {
  const sameSize = candidates.filter(({ sizeBytes }) => sizeBytes === file.size);
  if (sameSize.length === 0) return undefined;
  const bytes = await bytesOf(file);
  for (const candidate of sameSize) {
    const others = bytes && (await candidate.read().then(bytesOf, () => undefined));
    if (others?.every((byte, at) => byte === bytes?.[at])) return candidate;
  }
  return undefined;
}

function bytesOf(file: Blob): Promise<Uint8Array | undefined> {
  return file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
}
