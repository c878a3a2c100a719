/** Encloses a part of a README that is for people with a clone of the repository: how to add things, folders, tests. */
const repositoryPart = /<!-- repository: begin -->\n[\s\S]*?<!-- repository: end -->\n\n?/g;

/**
 * Returns the README of a tarball, which speaks only of what the tarball contains: without the parts for the
 * repository, and without links to other packages, of which the text stays.
 */
export function publishedReadme(readme: string): string {
  const text = readme.replaceAll(repositoryPart, '').replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');
  return `${text.trimEnd()}\n`;
}

/**
 * Returns what a README of a tarball refers to and the tarball lacks: targets of relative links, headings of the same
 * page, and sources.
 * @param files paths in the tarball: `API.md`.
 */
export function missingReferences(readme: string, files: ReadonlySet<string>): readonly string[] {
  const headings = new Set([...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => `#${slugOf(heading)}`));
  const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const missingLinks = links.filter((target) => {
    if (/^[a-z]+:|^\//.test(target)) return false;
    return target.startsWith('#') ? !headings.has(target) : !files.has(target.replace(/#.*/, ''));
  });
  const sources = [...readme.matchAll(/(?<![\w/-])src\/[\w/.-]*/g)].map(([source]) => source);
  return [...missingLinks, ...sources];
}

/** Returns the fragment by which code hosts and npm link to a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-');
}
