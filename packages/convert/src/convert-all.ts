import { ConvertError } from './convert-error.ts';
import { type ConvertedFile, type ConvertOptions, createConverter } from './create-converter.ts';

export interface ConvertAllOptions<Item> extends ConvertOptions {
  /** Called before each file. */
  readonly onBegin?: (item: Item) => void;
  /** Takes each converted file. The next file waits for it. When it rejects, the file counts as failed. */
  readonly onConverted: (item: Item, converted: ConvertedFile) => void | Promise<void>;
  /** Called with each file that failed. Any other error is reported to the page and becomes `processing-failed`. */
  readonly onFailed: (item: Item, error: ConvertError) => void;
}

/**
 * Converts files one after the other with one converter. A file that fails does not stop the others.
 * @param items the files. Those that are added to a list meanwhile are converted as well.
 * @returns resolves when every file was converted or has failed, or once the signal is aborted. It never rejects.
 * @example
 * const files: File[] = [];
 * await convertAll(
 *   sources.map((file) => ({ file })),
 *   {
 *     signal,
 *     onConverted: (_, { file }) => void files.push(file),
 *     onFailed: ({ file }, { code }) => show(file.name, code),
 *   },
 * );
 */
export async function convertAll<Item extends { readonly file: Blob }>(
  items: Iterable<Item>,
  { onBegin, onConverted, onFailed, ...options }: ConvertAllOptions<Item>,
): Promise<void> {
  const converter = createConverter();
  for (const item of items) {
    onBegin?.(item);
    try {
      await onConverted(item, await converter.convert(item.file, options));
    } catch (error) {
      if (options.signal?.aborted) break;
      if (!(error instanceof ConvertError)) reportError(error);
      onFailed(item, error instanceof ConvertError ? error : new ConvertError('processing-failed'));
    }
  }
  converter.close();
}
