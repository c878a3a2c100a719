import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type DefaultTreeAdapterTypes, parse } from 'parse5';

interface PageLinks {
  /** Ids of the page's elements. */
  readonly ids: ReadonlySet<string>;
  /** Values of all `href` and `src` attributes. */
  readonly targets: readonly string[];
}

export interface LinkRules {
  /** Path under which the folder is served, such as `/docs`. */
  readonly base: string;
  /** Paths outside `base` to which pages may link: those of the site. */
  readonly elsewhere: readonly string[];
  /** Folders below the checked one whose pages are written by another program and are not checked. */
  readonly unchecked?: readonly string[];
}

/**
 * Checks every link of the finished pages in a folder: files, pages without `.html`, and anchors. Addresses with a scheme
 * are not requested.
 * @returns one line for each broken link, such as `operate.html: /docs/settings#nowhere`.
 */
export function brokenLinks(folder: string, { base, elsewhere, unchecked = [] }: LinkRules): readonly string[] {
  const files = globSync('**/*.html', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !unchecked.some((each) => file.startsWith(`${each}/`)))
    .toSorted();
  const pages = new Map(files.map((file) => [file, linksOf(readFileSync(join(folder, file), 'utf8'))]));
  const isBroken = (file: string, target: string): boolean => {
    const [path = '', anchor] = target.split('#', 2);
    if (path !== '' && !isWithin(base, path)) return !elsewhere.includes(path);
    const name = path === '' ? file : fileAt(folder, path.slice(base.length));
    if (name === undefined) return true;
    return anchor !== undefined && !pages.get(name)?.ids.has(decodeURIComponent(anchor));
  };
  return [...pages].flatMap(([file, { targets }]) =>
    targets
      .filter((target) => !/^[a-z][a-z\d+.-]*:/i.test(target) && isBroken(file, target))
      .map((target) => `${file}: ${target}`),
  );
}

function isWithin(base: string, path: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

/** Returns the file that answers a path, as the server finds it. */
function fileAt(folder: string, path: string): string | undefined {
  const name = path.replace(/^\//, '');
  const candidates = name === '' ? ['index.html'] : [name, `${name}.html`];
  return candidates.find((each) => /\.[^/]+$/.test(each) && existsSync(join(folder, each)));
}

function linksOf(html: string): PageLinks {
  const ids = new Set<string>();
  const targets: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value);
        if (name === 'href' || name === 'src') targets.push(value);
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return { ids, targets };
}
