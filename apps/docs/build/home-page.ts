import { html, raw } from 'hono/html';

import { base, type DocPage } from './doc-pages.ts';
import { icon } from './icons.ts';
import { codeBlock } from './render-markdown.ts';

/** Ways into the documentation, by what a reader wants to do. */
const ways = [
  {
    title: 'Use the library',
    text: 'Cut out images in a page or in Node.',
    files: ['packages/segmenter/README.md', 'packages/segmenter/docs/setup.md', 'packages/segmenter/dist/API.md'],
  },
  {
    title: 'Operate a site',
    text: 'Run Isola on a machine of your own.',
    files: ['docs/operate.md', 'docs/settings.md', 'docs/security.md'],
  },
  {
    title: 'Contribute',
    text: 'Change the packages and the site.',
    files: ['CONTRIBUTING.md', 'docs/glossary.md', 'docs/measured.md'],
  },
] as const;

/**
 * Renders the first page: the README with an opening that shows the library's ten lines and leads into each part.
 * @param example code of the ten lines.
 */
export function homePage(readme: DocPage, pages: readonly DocPage[], example: string) {
  const linkTo = (file: string) => {
    const page = pages.find((each) => each.file === file);
    return page && html`<li><a href="${page.address}">${page.title}</a></li>`;
  };
  // The opening shows the first paragraph, so the text below it begins with the second one.
  const rest = readme.html.replace(/^<p>[^]*?<\/p>\s*/, '');
  return html`<div class="home-opening">
      <div class="home-words">
        <h1>${readme.title}</h1>
        <p class="lead">${readme.summary}</p>
        <p><a class="primary-button" href="${base}/playground">Run these lines on your image ${icon('arrow')}</a></p>
      </div>
      <div class="home-code">${raw(codeBlock(example, 'js'))}</div>
    </div>
    <ul class="ways">
      ${ways.map(
        ({ title, text, files }) =>
          html`<li>
            <h2>${title}</h2>
            <p>${text}</p>
            <ul>
              ${files.map(linkTo)}
            </ul>
          </li>`,
      )}
    </ul>
    <div class="doc-text prose">${raw(rest)}</div>`;
}
