import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import { build, type Rolldown } from 'vite';

const sources = join(import.meta.dirname, '../src');

/**
 * Adds the style sheets to the built package. Projects with Tailwind get the base, one sheet per component (so that a
 * page has only the rules of the components that it imports) and one sheet for all. Projects without Tailwind get a
 * compiled sheet.
 * @param dist folder that already contains the built modules.
 * @returns the exports to add to the package manifest.
 */
export async function finishPackage(dist: string): Promise<Readonly<Record<string, string>>> {
  const styles = join(dist, 'styles');
  mkdirSync(join(styles, 'components'), { recursive: true });
  for (const file of ['base.css', 'fonts.css', 'prose.css', 'tokens.css', 'fonts'])
    cpSync(join(sources, 'styles', file), join(styles, file), { recursive: true });
  writeFileSync(join(styles, 'styles.css'), sheet(["@import './base.css';", "@source '../components/**/*.js';"]));
  const exports: Record<string, string> = { './compiled.css': './styles/compiled.css' };
  for (const name of readdirSync(join(dist, 'components')).toSorted()) {
    const component = join(dist, 'components', name, `${name}.js`);
    const modules = reachedModules(component).map((module) => relative(join(styles, 'components'), module));
    const rows = modules.toSorted().map((module) => `@source '${module.replaceAll('\\', '/')}';`);
    writeFileSync(join(styles, `components/${name}.css`), sheet(rows));
    exports[`./${name}.css`] = `./styles/components/${name}.css`;
  }
  await compile(styles);
  return exports;
}

function sheet(rows: readonly string[]): string {
  return `${rows.join('\n')}\n`;
}

/** Returns a module and all modules of the package that it imports, directly or indirectly. */
function reachedModules(module: string, known = new Set<string>()): string[] {
  if (!known.has(module)) {
    known.add(module);
    for (const [, specifier = ''] of readFileSync(module, 'utf8').matchAll(/\bfrom ['"](\.[^'"]+)['"]/g))
      reachedModules(join(dirname(module), specifier), known);
  }
  return [...known];
}

/** Writes `compiled.css` and the fonts that it refers to. */
async function compile(styles: string): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: styles,
    base: './',
    plugins: [tailwindcss()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      // Same browsers as for the site: these support `light-dark()`, whose fallback would work only on the root
      // element.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: {
        input: join(styles, 'styles.css'),
        output: { assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? name : `fonts/${name}`) },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const css = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (css?.type !== 'asset') throw new Error('Vite built no style sheet from styles.css.');
  writeFileSync(join(styles, 'compiled.css'), css.source);
}
