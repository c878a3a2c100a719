import type { PreparedSource } from '../api/options.ts';

/** A source on its way to the pipeline. */
export interface OpenedSource {
  /** What the pipeline takes, where nothing has to be waited for. */
  readonly ready: PreparedSource | undefined;
  /**
   * Makes of the source what the pipeline takes; once, however often it is called.
   * @throws {SegmenterError} `source-unavailable`, `source-tainted`, `image-too-large`, `network` or `out-of-memory`; the signal's reason.
   */
  prepare(): Promise<PreparedSource>;
  /** Closes what was made of the source. The source itself stays open. */
  close(): void;
}

export function atOnce(ready: PreparedSource): OpenedSource {
  return { ready, prepare: () => Promise.resolve(ready), close: () => undefined };
}

export function later(make: () => Promise<PreparedSource>): OpenedSource {
  let made: Promise<PreparedSource> | undefined;
  return {
    ready: undefined,
    prepare: () => (made ??= make()),
    close() {
      made?.then(
        (prepared) => 'close' in prepared && prepared.close(),
        // The caller of `prepare` has it.
        () => undefined,
      );
    },
  };
}

/** A copy: what a page has shared with its workers, no Blob can be made of. */
export function blobOf(bytes: ArrayBuffer | ArrayBufferView): Blob {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
  return new Blob([new Uint8Array(buffer, byteOffset, byteLength).slice()]);
}
