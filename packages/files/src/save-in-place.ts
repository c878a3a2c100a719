/** Part of `window` that is used here. The type library omits it, because not every browser has it. */
interface PickerScope {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Checks whether the browser has a file picker for saving. Other browsers put all files into one folder. */
export function choosesWhereToSave(): boolean {
  return (window as PickerScope).showSaveFilePicker !== undefined;
}

/**
 * Asks the user where to save a file. Has to be called from a user gesture, which the file picker requires.
 * @returns undefined when the user closed the file picker.
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
 * Asks the user where to save a file, and writes it there.
 * @returns the written file; undefined when the user closed the file picker.
 * @throws {DOMException} when the file cannot be written.
 */
export async function saveAs(file: Blob, name: string): Promise<FileSystemFileHandle | undefined> {
  const handle = await chooseWhereToSave(name, file.type);
  if (handle) await saveOver(handle, file);
  return handle;
}

/**
 * Writes a file over an earlier one, without asking. The earlier file stays unchanged until everything is written.
 * @throws {DOMException} when the file can no longer be written.
 */
export async function saveOver(handle: FileSystemFileHandle, file: Blob): Promise<void> {
  await file.stream().pipeTo(await handle.createWritable());
}
