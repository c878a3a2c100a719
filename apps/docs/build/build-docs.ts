import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { html, raw } from 'hono/html';

import { precompress } from '../../site/build/precompress.ts';
import { bundleScripts, type BundledScripts } from './bundle-scripts.ts';
import { brokenLinks } from './check-links.ts';
import { base, type DocPage, docPages } from './doc-pages.ts';
import { docSources } from './doc-sources.ts';
import { externaliseScripts } from './externalise-scripts.ts';
import { homePage } from './home-page.ts';
import { type LaidOutPage, layOut, type NavigationSection } from './layout.ts';
import { firstSentence, llmsList, markdownAddress } from './llms.ts';
import { playgroundPage } from './playground-page.ts';
import { searchTexts } from './search-texts.ts';

const root = join(import.meta.dirname, '../../..');
/** Folder of the finished site, which the server serves under `/docs`. */
const docsFolder = join(import.meta.dirname, '../dist');
/** Folder of the build in progress. It replaces the finished site at the end, so that a failed build changes nothing. */
const nextFolder = join(import.meta.dirname, '../node_modules/.next-build');
/** The README's ten lines. `library/readme.node.test.ts` of the segmenter compares both. */
const exampleFile = join(root, 'packages/segmenter/examples/vite/main.js');
const samples = ['cat', 'shoe', 'plant'];

/**
 * Builds the documentation. The segmenter's package must have been built: the playground runs it, and its folder contains
 * the generated API reference. References of other packages are included where they have been built.
 * @param storybookFolder a built Storybook, or null to leave the components out.
 * @throws when a link leads nowhere. Nothing is replaced then.
 */
export async function buildDocs(storybookFolder: string | null): Promise<void> {
  rmSync(nextFolder, { recursive: true, force: true });
  const scripts = await bundleScripts(nextFolder, exampleFile);
  const pages = docPages(root, docSources(root), join(nextFolder, 'files'));
  const example = readFileSync(exampleFile, 'utf8');
  const navigation = navigationOf(pages, storybookFolder !== null);
  const files = { ...scripts, searchTexts: writeHashed('search', '.json', JSON.stringify(searchTexts(pages))) };
  const write = async (page: LaidOutPage) => {
    const path = page.address === base ? '/index' : page.address.slice(base.length);
    writeNext(`${path}.html`, await layOut(page, { files, navigation }));
  };
  for (const page of pages) {
    await write(page.path === '' ? laidOutHome(page, pages, example) : laidOutDoc(page));
    writeNext(markdownAddress(page).slice(base.length), page.markdown);
  }
  await write(laidOutPlayground(example, scripts));
  writeNext('/llms.txt', llmsList(pages));
  if (storybookFolder !== null) {
    cpSync(storybookFolder, join(nextFolder, 'storybook'), { recursive: true });
    externaliseScripts(join(nextFolder, 'storybook'));
  }
  const broken = brokenLinks(nextFolder, { base, elsewhere: ['/', '/icon.svg'], unchecked: ['storybook'] });
  if (broken.length > 0) throw new Error(`These links lead nowhere:\n${broken.join('\n')}`);
  precompress(nextFolder);
  rmSync(docsFolder, { recursive: true, force: true });
  renameSync(nextFolder, docsFolder);
}

function laidOutHome(readme: DocPage, pages: readonly DocPage[], example: string): LaidOutPage {
  return { ...laidOutDoc(readme), headings: [], content: homePage(readme, pages, example) };
}

function laidOutDoc(page: DocPage): LaidOutPage {
  return {
    title: page.title,
    summary: firstSentence(page.summary),
    address: page.address,
    headings: page.headings,
    markdownAddress: markdownAddress(page),
    file: page.file.includes('/dist/') ? undefined : page.file,
    content: html`<article class="doc-text prose">
      <h1>${page.title}</h1>
      ${raw(page.html)}
    </article>`,
  };
}

function laidOutPlayground(example: string, { playground, example: exampleScript }: BundledScripts): LaidOutPage {
  return {
    title: 'Playground',
    summary: 'The ten lines of the segmenter’s README, run on your image in this browser.',
    address: `${base}/playground`,
    headings: [],
    content: playgroundPage(
      example,
      samples.map((name) => ({
        label: name.charAt(0).toUpperCase() + name.slice(1),
        address: copyPicture(`${name}.jpg`),
        thumbnail: copyPicture(`thumbnails/${name}.webp`),
      })),
    ),
    // The playground listens before the example does.
    scripts: [playground, exampleScript],
  };
}

function copyPicture(file: string): string {
  const name = `files/pictures/${file}`;
  mkdirSync(dirname(join(nextFolder, name)), { recursive: true });
  copyFileSync(join(root, 'pictures', file), join(nextFolder, name));
  return `${base}/${name}`;
}

function navigationOf(pages: readonly DocPage[], hasStorybook: boolean): readonly NavigationSection[] {
  const titles = [...new Set(pages.map(({ section }) => section))];
  const ofPages = titles.map((title) => ({
    title,
    entries: pages
      .filter(({ section }) => section === title)
      .map((page) => ({ label: labelOf(page), address: page.address })),
  }));
  const tools = {
    title: 'Tools',
    entries: [
      { label: 'Playground', address: `${base}/playground` },
      ...(hasStorybook ? [{ label: 'Components', address: `${base}/storybook/index.html` }] : []),
    ],
  };
  const [first, ...others] = ofPages;
  return first ? [first, tools, ...others] : [tools];
}

/** Returns a short name: the heading above it already says that a page is a reference or about the segmenter. */
function labelOf({ path, title, section }: DocPage): string {
  if (path === '') return 'Introduction';
  if (path === 'packages/segmenter') return 'Install and use';
  const short =
    section === 'Segmenter' ? title.replace(/( (of|for|to))? @isola\/segmenter$/, '') : title.replace(/^API of /, '');
  return short.replace('@isola/', '');
}

/** Writes a file whose name contains its hash. @returns its address. */
function writeHashed(name: string, extension: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const path = `/assets/${name}-${hash}${extension}`;
  writeNext(path, content);
  return base + path;
}

function writeNext(path: string, content: string): void {
  const file = join(nextFolder, path);
  if (existsSync(file)) throw new Error(`two pages have the path ${path}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
