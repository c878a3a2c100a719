/** As far as it is used here; not every browser has it, and so the library of types has it not. */
interface PickerScope {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Whether the browser lets one choose where a file goes, rather than put all into one folder. */
export function choosesWhereToSave(): boolean {
  return (window as PickerScope).showSaveFilePicker !== undefined;
}

/**
 * Asks where a file is to go. To be called while a press is fresh, else the browser does not ask.
 * @returns undefined when nothing was chosen, which is an answer too.
 * @see https://wicg.github.io/file-system-access/#api-showsavefilepicker
 */
export async function chooseWhereToSave(name: string, type: string): Promise<FileSystemFileHandle | undefined> {
  const ending = name.slice(name.lastIndexOf('.'));
  try {
    return await (window as PickerScope).showSaveFilePicker?.({
      suggestedName: name,
      types: [{ accept: { [type]: [ending] } }],
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/**
 * Asks where a file is to go, and writes it there.
 * @returns where it went; undefined when nothing was chosen.
 * @throws {DOMException} when the place cannot be written to.
 */
export async function saveAs(file: Blob, name: string): Promise<FileSystemFileHandle | undefined> {
  const handle = await chooseWhereToSave(name, file.type);
  if (handle) await saveOver(handle, file);
  return handle;
}

/**
 * Writes a file where one went before, and asks no more. Until all is written, the old file stays as it is.
 * @throws {DOMException} when the place cannot be written to any more.
 */
export async function saveOver(handle: FileSystemFileHandle, file: Blob): Promise<void> {
  await file.stream().pipeTo(await handle.createWritable());
}
