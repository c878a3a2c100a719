/**
 * Takes what was dropped, with the files of all folders in it.
 * @param transfer of a `drop` event; it is read before this returns, since the browser empties it after the event.
 * @returns files in the order of their paths. What can no longer be read is left out.
 */
export function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  // Made by a script, a transfer has files and no entries.
  if (entries.length < files.length) return Promise.resolve([...files]);
  return filesIn(entries);
}

/** Hidden files, such as `.DS_Store` and `Thumbs.db`, are the system's and not a person's. */
const hidden = /^\.|^(?:thumbs\.db|desktop\.ini)$/i;

/** Of a folder that was picked: without the system's own files, by path. */
export function withoutHidden(files: readonly File[]): File[] {
  return files
    .filter(({ name }) => !hidden.test(name))
    .toSorted((one, other) => byName(one.webkitRelativePath || one.name, other.webkitRelativePath || other.name));
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found = await Promise.all(entries.map(filesOf));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFolder(entry)) {
    const children = await childrenOf(entry);
    return filesIn(children.toSorted((one, other) => byName(one.name, other.name)));
  }
  if (hidden.test(entry.name)) return [];
  const file = await fileOf(entry as FileSystemFileEntry);
  return file ? [file] : [];
}

/** A reader gives some children with each call, in Chromium at most a hundred, and none at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return children;
    children.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** `shoe-2` stands before `shoe-10`. */
function byName(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
