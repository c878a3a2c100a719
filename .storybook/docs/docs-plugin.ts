import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

import type { AboutFacts } from '../../packages/ui/src/docs/about.tsx';
import { readProps } from './read-props.ts';
import { readUsage } from './read-usage.ts';

const component = /packages\/ui\/src\/components\/[\w-]+\/[\w-]+\.tsx$/;
const stories = /packages\/ui\/src\/components\/[\w-]+\/[\w-]+\.stories\.tsx$/;

/** Vite plugin that adds the rows of the props table to the kit's components, and usage code to its stories. */
export function docsPlugin(): Plugin {
  return {
    name: 'isola:docs',
    enforce: 'pre',
    transform(source, id) {
      const additions = stories.test(id)
        ? [
            `meta.parameters = { ...meta.parameters, about: ${JSON.stringify(factsOf(id, source))} };`,
            ...readUsage(id, source).map(
              ({ story, code }) =>
                `${story}.parameters = { ...${story}.parameters, docs: { ...${story}.parameters?.docs, source: { code: ${JSON.stringify(code)}, language: 'tsx' } } };`,
            ),
          ]
        : component.test(id) && !id.endsWith('.test.tsx')
          ? readProps(id, source).map((props) => `${props.component}.isolaProps = ${JSON.stringify(props)};`)
          : [];
      return additions.length === 0 ? null : { code: `${source}\n${additions.join('\n')}\n`, map: null };
    },
  };
}

function factsOf(storiesFile: string, source: string): AboutFacts {
  const folder = dirname(storiesFile);
  const name = basename(folder);
  const main = readFileSync(join(folder, `${name}.tsx`), 'utf8');
  const exported = [...main.matchAll(/^export (?:function|const) ([A-Z]\w*)|^export \{([^}]+)\}/gm)].flatMap(
    ([, one, list = '']) => (one === undefined ? list.split(',').map((each) => each.trim()) : [one]),
  );
  const tests = { unit: 0, browser: 0 };
  for (const file of readdirSync(folder)) {
    if (!/\.test\.tsx?$/.test(file)) continue;
    const kind = file.includes('.browser.') ? 'browser' : 'unit';
    tests[kind] +=
      readFileSync(join(folder, file), 'utf8').match(/^\s*(?:test|it)(?:\.each[^(]*\([^]*?\))?\(/gm)?.length ?? 0;
  }
  return {
    entry: `@isola/ui/${name}`,
    version: versionOfKit(),
    names: exported.filter((each) => /^[A-Z]\w*$/.test(each)),
    stories: source.match(/^export const \w+: Story\b/gm)?.length ?? 0,
    plays: source.match(/^  play:/gm)?.length ?? 0,
    unitTests: tests.unit,
    browserTests: tests.browser,
  };
}

function versionOfKit(): string {
  const { version } = JSON.parse(readFileSync('packages/ui/package.json', 'utf8')) as { version: string };
  return version;
}
