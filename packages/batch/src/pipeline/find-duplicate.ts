/** A file that is in the batch already. */
export interface Candidate {
  readonly name: string;
  readonly sizeBytes: number;
  /** Rejects where the file cannot be read. */
  readonly read: () => Promise<Blob>;
}

/**
 * Looks for the same bytes under whatever name. Only files of the same size are read: two images of one size to the byte are
 * rare, so that nearly every file is added without being read for this.
 * @returns undefined when no candidate has the same bytes. A file that cannot be read is like no other.
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
