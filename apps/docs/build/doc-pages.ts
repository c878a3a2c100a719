import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { type DocSource, pagePath } from './doc-sources.ts';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts';

/** Path under which the documentation is served. */
export const base = '/docs';

export interface DocPage extends DocSource, RenderedMarkdown {
  /** Address on the site, such as `/docs/operate`. */
  readonly address: string;
}

/**
 * Renders all sources, and copies the repository's files to which they link into `filesFolder`.
 * Links to folders become text.
 * @throws with the name of the file and the link, when a source links to something that does not exist.
 */
export function docPages(root: string, sources: readonly DocSource[], filesFolder: string): readonly DocPage[] {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  return sources.map((source) => {
    const resolveLink = (target: string): string | undefined => {
      if (/^[a-z][a-z\d+.-]*:|^#/i.test(target)) return target;
      const [path = '', anchor] = target.split('#', 2);
      const linked = posix.join(folderOf(source.file), decodeURI(path)).replace(/\/$/, '');
      const hash = anchor === undefined ? '' : `#${anchor}`;
      const page = [linked, apiFile(linked), `${linked}/README.md`].find((file) => byFile.has(file));
      if (page !== undefined) return addressOf(page) + hash;
      const kind = kindOf(root, linked);
      if (kind === 'nothing') throw new Error(`links to ${target}, which does not exist in the repository`);
      return kind === 'file' ? copied(root, linked, filesFolder) + hash : undefined;
    };
    try {
      const rendered = renderMarkdown(source.markdown, resolveLink);
      const title = source.path.startsWith('api/') ? `API of ${rendered.title}` : rendered.title;
      return { ...source, ...rendered, title, address: addressOf(source.file) };
    } catch (error) {
      throw new Error(`${source.file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  });
}

function addressOf(file: string): string {
  const path = pagePath(file);
  return path === '' ? base : `${base}/${path}`;
}

/** Returns the folder from which a file's links start. Those of a reference start from its package's folder. */
function folderOf(file: string): string {
  return posix.dirname(file).replace(/^(packages\/[^/]+)\/dist$/, '$1');
}

/** Returns the built reference for a link to the `API.md` that only the published package contains. */
function apiFile(file: string): string {
  return file.replace(/^(packages\/[^/]+)\/API\.md$/, '$1/dist/API.md');
}

function kindOf(root: string, path: string): 'file' | 'folder' | 'nothing' {
  if (path === '..' || path.startsWith('../') || !existsSync(join(root, path))) return 'nothing';
  return statSync(join(root, path)).isFile() ? 'file' : 'folder';
}

/** Copies a file of the repository. Everything except images is served as plain text. */
function copied(root: string, file: string, filesFolder: string): string {
  const name = /\.(jpe?g|png|webp|svg)$/.test(file) ? file : `${file}.txt`;
  const copy = join(filesFolder, name);
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(join(root, file), copy);
  return `${base}/files/${name}`;
}
