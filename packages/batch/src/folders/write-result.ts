/**
 * Writes a result into a folder. A file that somebody else put there is not replaced: the result gets a number then.
 * @param earlier Name under which an earlier result of the same image was written. That file is replaced or removed.
 * @returns the name of the written file.
 * @throws {DOMException} when the folder cannot be written to.
 */
export async function writeResult(
  folder: FileSystemDirectoryHandle,
  result: File,
  earlier: string | undefined,
): Promise<string> {
  const name = await freeName(folder, result.name, earlier);
  try {
    const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await result.stream().pipeTo(writable);
  } catch (error) {
    // The browser lists a new file before it is written. An earlier result stays as it was.
    if (name !== earlier) await removeFile(folder, name).catch(() => undefined);
    throw error;
  }
  if (earlier !== undefined && earlier !== name) await removeFile(folder, earlier);
  return name;
}

/** Returns the first name of a series that no file has: `cat.png`, `cat (2).png`, `cat (3).png` … */
async function freeName(
  folder: FileSystemDirectoryHandle,
  wanted: string,
  earlier: string | undefined,
): Promise<string> {
  const dot = wanted.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${stem} (${number})${ending}`;
    if (name === earlier || !(await hasFile(folder, name))) return name;
  }
}

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    // The user may have moved the file away.
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}

async function hasFile(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'NotFoundError') return false;
    // A folder of that name takes the name too.
    if (error.name === 'TypeMismatchError') return true;
    throw error;
  }
}
