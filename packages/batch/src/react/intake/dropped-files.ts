/**
 * Reads the dropped files, including those in dropped folders.
 * @param transfer data of a `drop` event. It is read before this function returns, because the browser empties it after
 *   the event.
 * @returns the files in the order of their paths, without files that operating systems create and without hidden files
 *   of folders. Files of folders that can no longer be read are left out.
 */
export function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  // Only folders need entries. A transfer that a script made may have none, or entries that WebKit never opens.
  if (entries.length < files.length || (files.length > 0 && !entries.some(isFolder)))
    return Promise.resolve([...files].filter(({ name }) => !ofSystem.test(name)));
  return filesIn(entries.filter(({ name }) => !ofSystem.test(name)));
}

/** Names of files that operating systems create. */
const ofSystem = /^(?:\.DS_Store|\._.*|thumbs\.db|desktop\.ini)$/i;

/** A person who drops a folder does not see its hidden files. A hidden file that is dropped itself was meant. */
const isHidden = (name: string) => name.startsWith('.') || ofSystem.test(name);

/** Returns the files of a picked folder in the order of their paths, without hidden files and those of hidden folders. */
export function withoutHidden(files: readonly File[]): File[] {
  return files
    .filter(({ name, webkitRelativePath }) => {
      // The first part is the name of the folder that the person picked.
      const [, ...inside] = webkitRelativePath.split('/');
      return ![...inside, name].some(isHidden);
    })
    .toSorted((one, other) => byName(one.webkitRelativePath || one.name, other.webkitRelativePath || other.name));
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found = await Promise.all(entries.map(filesOf));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFolder(entry)) {
    const children = await childrenOf(entry);
    const shown = children.filter(({ name }) => !isHidden(name));
    return filesIn(shown.toSorted((one, other) => byName(one.name, other.name)));
  }
  const file = await fileOf(entry as FileSystemFileEntry);
  return file ? [file] : [];
}

/**
 * Reads all children of a folder. Each call of the reader returns some of them, at most 100 in Chromium, and an empty
 * array at the end.
 */
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

/** Compares names with numbers by value, so that `shoe-2` comes before `shoe-10`. */
function byName(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
