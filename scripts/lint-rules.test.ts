import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { allowedImports, restrictedLibraries } from './lint/allowed-imports.ts';

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly filename: string;
}

const root = join(import.meta.dirname, '..');

/** Forbidden imports: a description, the file, what it imports, and a part of the message. */
const refusedImports = [
  [
    'a stage imports Node’s image library',
    'packages/segmenter/src/pipeline/probe.ts',
    'sharp',
    'Allowed here: none .*allowed-imports',
  ],
  [
    'a stage knows its thread',
    'packages/segmenter/src/pipeline/probe.ts',
    '../transport/worker.ts',
    'pipeline is below .*transport',
  ],
  [
    'what runs the network does image maths',
    'packages/segmenter/src/inference/probe.ts',
    '../pipeline/segment.ts',
    'inference is below pipeline',
  ],
  [
    'a folder of the segmenter imports an entry',
    'packages/segmenter/src/pipeline/probe.ts',
    '../create-segmenter.ts',
    'pipeline is below .*create-segmenter.ts',
  ],
  [
    'imaging imports a subpath of a package above it',
    'packages/imaging/src/probe.ts',
    '@isola/ui/button',
    'scenes, segmenter, sets',
  ],
  [
    'imaging imports the site',
    'packages/imaging/src/light/probe.ts',
    '../../../../apps/site/src/tool/site-session.ts',
    'apps',
  ],
  [
    'an encoder of imaging imports its worker',
    'packages/imaging/src/encode/probe.ts',
    '../compositor/protocol.ts',
    'encode is below compositor',
  ],
  [
    'a folder below the commands imports the editor',
    'packages/editor/src/persistence/probe.ts',
    '../editor.ts',
    'persistence is below .*editor.ts',
  ],
  [
    'an inner folder of the editor’s schema imports a document',
    'packages/editor/src/schema/versions/probe.ts',
    '../../document/image-document.ts',
    'schema is below .*document',
  ],
  ['the editor’s core imports the kit', 'packages/editor/src/history/probe.ts', '@isola/ui/button', 'Allowed here'],
  ['the editor imports the site', 'packages/editor/src/react/probe.ts', '../../../../apps/site/src/tool/a.ts', 'apps'],
  ['the batch’s core imports words', 'packages/batch/src/probe.ts', '@isola/i18n', 'Allowed here'],
  ['ID photos import all of the segmenter', 'packages/id-photo/src/probe.ts', '@isola/segmenter', 'segmenter/imaging'],
  ['the batch’s core imports the editor’s binding', 'packages/batch/src/probe.ts', '@isola/editor/react', 'editor'],
  ['a source of the batch imports the batch', 'packages/batch/src/probe.ts', '@isola/batch', 'Allowed here'],
  ['a test of the editor imports the batch', 'packages/editor/src/probe.test.ts', '@isola/batch', 'Allowed here'],
  ['a new package imports another', 'packages/new/src/probe.ts', '@isola/ui', 'Allowed here: none'],
  ['the tool imports a feature', 'apps/site/src/tool/probe.ts', '#features/single/b.ts', 'below the features'],
  ['the tool imports imaging', 'apps/site/src/tool/probe.ts', '@isola/imaging', 'Allowed here'],
  ['a feature imports another', 'apps/site/src/features/single/probe.ts', '../home/b.ts', 'Features never'],
  [
    'a feature imports another by its alias',
    'apps/site/src/features/single/probe.ts',
    '#features/home/b.ts',
    'Features never',
  ],
  [
    'a feature’s inner file imports another',
    'apps/site/src/features/single/api/probe.ts',
    '../../home/b.ts',
    'Features never',
  ],
  ['a feature imports a route', 'apps/site/src/features/single/probe.ts', '../../routes/b.ts', 'routes|Features never'],
  ['a file imports its own package’s index', 'packages/auth/src/probe.ts', './index.ts', 'sibling'],
] as const;

/** Texts next to elements that come and go, followed by forms that stay intact when a page is translated. */
const besideText = [
  ['an icon before a text', `<button>{a && <i />}{t('a')}</button>`],
  ['an icon before what may be text', '<button>{a && <i />}{children}</button>'],
  ['an icon before the label of a component', '<Button>{a && <i />}{a.label}</Button>'],
  ['one element or another before a text', `<p>{a ? <i /> : <b />}{b && <u />}{t('a')}</p>`],
  ['a list before a text', `<p>{b.map((c) => <i key={c} />)}{t('a')}</p>`],
  ['a text that comes and goes', `<p><i />{a && t('a')}</p>`],
  ['two texts that come and go', `<p>{a && t('a')}{b && t('b')}</p>`],
  ['a text in an element’s place', `<p>{a ? <i /> : t('a')}<b /></p>`],
  ['a text within a fragment', `<p>{a && <i />}<>{t('a')}</></p>`],
] as const;
const safeText = [
  ['a text of its own', `<button>{a && <i />}<span>{t('a')}</span></button>`],
  ['a text alone', `<p>{a && t('a')}</p>`],
  ['an icon that stays', `<button><i />{t('a')}</button>`],
  ['an icon after a text', `<p>{t('a')}{a && <i />}</p>`],
  ['an icon before an element before a text', `<p>{a && <i />}<b />{t('a')}</p>`],
  ['what is no text', '<div>{a && <i />}{children}</div>'],
] as const;
const besideTextProbe = (index: number) => `packages/ui/src/text-beside-${index}.tsx`;
const safeTextProbe = (index: number) => `packages/ui/src/text-safe-${index}.tsx`;
const component = (jsx: string) => `export const A = ({ a, b, t, children, Button }) => ${jsx};\n`;

const literalProbes = [
  'apps/site/src/features/single/literal.tsx',
  'packages/ui/src/components/new/literal.tsx',
  'packages/editor/src/react/literal.tsx',
];

const otherFiles = {
  'packages/auth/src/circle-a.ts': `import { b } from './circle-b.ts';\n\nexport const a = () => b;\n`,
  'packages/auth/src/circle-b.ts': `import { a } from './circle-a.ts';\n\nexport const b = () => a;\n`,
  'packages/editor/src/circle-a.ts': `import type { B } from './circle-b.ts';\n\nexport type A = B[];\n`,
  'packages/editor/src/circle-b.ts': `import type { A } from './circle-a.ts';\n\nexport type B = { a: A };\n`,
  ...Object.fromEntries(literalProbes.map((file) => [file, `export const A = () => <p>Hello</p>;\n`])),
  ...Object.fromEntries(besideText.map(([, jsx], index) => [besideTextProbe(index), component(jsx)])),
  ...Object.fromEntries(safeText.map(([, jsx], index) => [safeTextProbe(index), component(jsx)])),
  'apps/site/src/features/single/allowed.ts': `import { b } from '#tool/b.ts';\n\nexport const a = b;\n`,
  'packages/batch/src/allowed.test.ts': `import { b } from '@isola/batch';\n\nexport const a = b;\n`,
  'packages/id-photo/src/allowed.test.ts': `import { b } from '@isola/editor/react';\n\nexport const a = b;\n`,
  'packages/batch/src/react/allowed.ts': `import { b } from '@isola/editor/react';\n\nexport const a = b;\n`,
};

/** Sources that a row of `allowedImports` may allow: each row's own names, each package and each restricted library. */
const rows = Object.entries(allowedImports);
const sourceOf = (name: string) => (restrictedLibraries.includes(name) ? name : `@isola/${name}`);
const packageNames = rows.flatMap(([folder]) => /^packages\/([\w-]+)\/src$/.exec(folder)?.[1] ?? []);
const sources = [
  ...new Set([...packageNames, 'supabase', ...restrictedLibraries, ...rows.flatMap(([, row]) => row)]),
].map(sourceOf);
/** Path of a probe in the folder of a row. Each probe imports all sources. */
const probeOfRow = (folder: string) => `${folder}/row.ts`;
const rowProbes = rows.map(([folder]) => [
  probeOfRow(folder),
  sources.map((source) => `export { a } from '${source}';\n`).join(''),
]);

/** Packages whose folders have an order, with their folders. */
const orderedPackages = (['segmenter', 'imaging', 'scenes', 'editor', 'batch', 'shop-photo'] as const).map((name) => ({
  name,
  folders: Array.from(
    new Set(globSync('*/*.ts', { cwd: join(root, `packages/${name}/src`) }).map((file) => dirname(file))),
  ),
}));
/** Path of a probe in a folder. Each probe imports all other folders of its package. */
const probeOfFolder = (name: string, folder: string) => `packages/${name}/src/${folder}/all.ts`;
const folderProbes = orderedPackages.flatMap(({ name, folders }) =>
  folders.map((folder) => [
    probeOfFolder(name, folder),
    folders.map((other) => `export { a } from '../${other}/b.ts';\n`).join(''),
  ]),
);

/** Adds the index to the file name, because several cases may be in one folder. */
const probeOf = (file: string, index: number) => file.replace('probe', `probe-${index}`);

// The rules run in a folder with the structure of the repository, on all files at once.
let findings: readonly Finding[] = [];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-lint-'));
  copyFileSync(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'scripts'));
  symlinkSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'));
  const probes = refusedImports.map(([, file, imported], index) => [
    probeOf(file, index),
    `import { b } from '${imported}';\n\nexport const a = b;\n`,
  ]);
  for (const [name = '', content = ''] of [...probes, ...rowProbes, ...folderProbes, ...Object.entries(otherFiles)]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json', 'packages', 'apps', 'supabase'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const report = JSON.parse(stdout) as { diagnostics: Finding[]; number_of_files: number };
  expect(report.number_of_files).toBe(
    probes.length + rowProbes.length + folderProbes.length + Object.keys(otherFiles).length,
  );
  findings = report.diagnostics;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the messages of lint for a file, one line per rule. */
function findingsOf(file: string): string {
  const own = findings.filter(({ filename }) => filename === file);
  return own.map(({ code, message, help = '' }) => `${code}: ${message} ${help}`).join('\n');
}

test.each(refusedImports.map((row, index) => [...row, index] as const))(
  'lint rejects that %s',
  (_, file, imported, message, index) => {
    const found = findingsOf(probeOf(file, index));
    expect(found, imported).toContain('no-restricted-imports');
    expect(found).toMatch(new RegExp(message));
  },
);

test('lint rejects an import cycle', () => {
  expect(findingsOf('packages/auth/src/circle-a.ts')).toContain('no-cycle');
});

test('lint rejects a cycle of types', () => {
  expect(findingsOf('packages/editor/src/circle-a.ts')).toContain('no-cycle');
});

test.each(orderedPackages)(
  'lint allows the folders of $name to import only the folders before them',
  ({ name, folders }) => {
    const allowedBy = new Map(
      folders.map((folder) => {
        const found = findingsOf(probeOfFolder(name, folder));
        const allowed = folders.filter((other) => other !== folder && !found.includes(`../${other}/b.ts`));
        return [folder, allowed] as const;
      }),
    );
    const order = folders.toSorted(
      (one, other) => (allowedBy.get(one)?.length ?? 0) - (allowedBy.get(other)?.length ?? 0),
    );
    for (const [index, folder] of order.entries()) {
      expect(allowedBy.get(folder)?.toSorted(), folder).toEqual(order.slice(0, index).toSorted());
    }
  },
);

test.each(literalProbes)('lint refuses text outside the bundle in %s', (file) => {
  expect(findingsOf(file)).toContain('jsx-no-literals');
});

test.each(besideText.map(([what], index) => [what, besideTextProbe(index)] as const))(
  'lint rejects %s, which would crash on a translated page',
  (_, file) => expect(findingsOf(file)).toContain('text-in-own-element'),
);

test.each(safeText.map(([what], index) => [what, safeTextProbe(index)] as const))('lint allows %s', (_, file) =>
  expect(findingsOf(file)).not.toContain('text-in-own-element'),
);

test.each(rows)('lint allows %s to import the names of its row only', (folder, row) => {
  const found = findingsOf(probeOfRow(folder));
  // A package includes its subpaths.
  const isAllowed = (source: string) => row.some((name) => `${source}/`.startsWith(`${sourceOf(name)}/`));
  expect(sources.filter((source) => !found.includes(`'${source}' import`))).toEqual(sources.filter(isAllowed));
});

test('lint allows imports from lower layers, and tests to use their package by name', () => {
  const allowed = Object.keys(otherFiles).filter((file) => /\/allowed\.(test\.)?ts$/.test(file));
  expect(allowed).toHaveLength(4);
  expect(allowed.map(findingsOf).join('\n')).not.toContain('no-restricted-imports');
});

const documentedFolders = Object.keys(allowedImports).filter(
  (folder) => /\/(src|functions)$/.test(folder) && existsSync(join(root, folder)),
);
test.each(documentedFolders)('the layer table of CONTRIBUTING.md lists the imports of %s', (folder) => {
  const packagesOf = (row: readonly string[] = []) =>
    row.filter((name) => !restrictedLibraries.includes(name)).join(', ');
  const binding = packagesOf(allowedImports[`${folder}/react`]);
  const lines = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('\n');
  const line = lines.find((each) => each.startsWith(`| \`${dirname(folder)}\` |`));
  const imports = `${packagesOf(allowedImports[folder]) || 'none'}${binding && `; \`./react\`: ${binding}`}`;
  expect(line?.split(' | ').at(-1)).toBe(`${imports} |`);
});
