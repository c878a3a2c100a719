import type { PreparedSource } from '../api/options.ts';

/** A source that is being prepared for the pipeline. */
export interface OpenedSource {
  /** The prepared source, or undefined when preparing it takes time. */
  readonly ready: PreparedSource | undefined;
  /**
   * Prepares the source for the pipeline. Repeated calls return the same promise.
   * @throws {SegmenterError} `source-unavailable`, `source-tainted`, `image-too-large`, `network` or `out-of-memory`; the signal's reason.
   */
  prepare(): Promise<PreparedSource>;
  /** Closes the copy that was made of the source. The source itself stays open. */
  close(): void;
}

/** Opens a source that the pipeline accepts unchanged. */
export function atOnce(ready: PreparedSource): OpenedSource {
  return { ready, prepare: () => Promise.resolve(ready), close: () => undefined };
}

/** Opens a source that `make` prepares when `prepare` is first called. */
export function later(make: () => Promise<PreparedSource>): OpenedSource {
  let made: Promise<PreparedSource> | undefined;
  return {
    ready: undefined,
    prepare: () => (made ??= make()),
    close() {
      made?.then(
        (prepared) => 'close' in prepared && prepared.close(),
        // The caller of `prepare` has received the error.
        () => undefined,
      );
    },
  };
}

/** Copies bytes into a Blob. The copy is needed because a Blob cannot be made from shared memory. */
export function blobOf(bytes: ArrayBuffer | ArrayBufferView): Blob {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
  return new Blob([new Uint8Array(buffer, byteOffset, byteLength).slice()]);
}
