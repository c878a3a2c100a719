import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly filename: string;
}

const root = join(import.meta.dirname, '..');

/** Forbidden imports: a description, the file, what it imports, and a part of the message. */
const refusedImports = [
  ['a package imports another', 'packages/ui/src/probe.ts', '@isola/auth', 'leaf'],
  ['the segmenter imports React', 'packages/segmenter/src/pipeline/probe.ts', 'react', 'React'],
  [
    'a stage imports the runtime library',
    'packages/segmenter/src/pipeline/probe.ts',
    'onnxruntime-web/wasm',
    'onnxruntime-web',
  ],
  ['a stage imports Node’s image library', 'packages/segmenter/src/pipeline/probe.ts', 'sharp', 'src/node'],
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
    'entries',
  ],
  ['the segmenter imports imaging', 'packages/segmenter/src/probe.ts', '@isola/imaging', 'leaf'],
  ['imaging imports a package above or beside it', 'packages/imaging/src/probe.ts', '@isola/ui', 'only the segmenter'],
  [
    'imaging imports a subpath of a package above it',
    'packages/imaging/src/probe.ts',
    '@isola/ui/button',
    'only the segmenter',
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
    'do not know the worker',
  ],
  [
    'imaging’s resampler imports a background',
    'packages/imaging/src/resample/probe.ts',
    '../background/color.ts',
    'below backgrounds',
  ],
  ['imaging imports React', 'packages/imaging/src/probe.ts', 'react', 'React'],
  ['imaging imports a library that stores', 'packages/imaging/src/probe.ts', 'idb', 'stores nothing'],
  ['the editor’s core imports React', 'packages/editor/src/probe.ts', 'react', 'React'],
  ['the editor’s core imports the kit', 'packages/editor/src/history/probe.ts', '@isola/ui/button', 'belongs in'],
  [
    'a folder of the editor imports the session above it',
    'packages/editor/src/rendering/probe.ts',
    '../session/segmentation-session.ts',
    'rendering is below .*session',
  ],
  [
    'a folder below the commands imports the editor',
    'packages/editor/src/persistence/probe.ts',
    '../editor.ts',
    'below the entries',
  ],
  [
    'an inner folder of the editor’s schema imports a document',
    'packages/editor/src/schema/versions/probe.ts',
    '../../document/image-document.ts',
    'schema is below .*document',
  ],
  ['the editor imports the account client', 'packages/editor/src/react/probe.ts', '@isola/auth', 'binding'],
  ['the editor imports the site', 'packages/editor/src/react/probe.ts', '../../../../apps/site/src/tool/a.ts', 'apps'],
  ['the batch’s core imports React', 'packages/batch/src/probe.ts', 'react', 'React'],
  ['the batch’s core imports words', 'packages/batch/src/probe.ts', '@isola/i18n', 'belongs in'],
  [
    'the batch’s core imports the words themselves',
    'packages/batch/src/probe.ts',
    '@isola/i18n/import-words',
    'belongs in',
  ],
  ['the batch’s core imports the kit', 'packages/batch/src/storage/probe.ts', '@isola/ui/button', 'belongs in'],
  ['the batch’s core imports the editor’s binding', 'packages/batch/src/probe.ts', '@isola/editor/react', 'belongs in'],
  ['the batch imports the account client', 'packages/batch/src/react/probe.ts', '@isola/auth', 'binding'],
  ['ID photos import React', 'packages/id-photo/src/probe.ts', 'react', 'React'],
  ['ID photos import words', 'packages/id-photo/src/probe.ts', '@isola/i18n', 'belongs in'],
  ['ID photos import the editor', 'packages/id-photo/src/sheet/probe.ts', '@isola/editor', 'belongs in'],
  ['the ID photos’ binding imports the batch', 'packages/id-photo/src/react/probe.ts', '@isola/batch', 'binding'],
  ['files import a package', 'packages/files/src/probe.ts', '@isola/i18n', 'leaf'],
  ['photo-specs import a package', 'packages/photo-specs/src/probe.ts', '@isola/imaging', 'leaf'],
  ['scenes import a package', 'packages/scenes/src/probe.ts', '@isola/imaging', 'leaf'],
  ['shop photos’ core imports React', 'packages/shop-photo/src/probe.ts', 'react', 'React'],
  ['shop photos’ core imports words', 'packages/shop-photo/src/layout/probe.ts', '@isola/i18n', 'belongs in'],
  ['shop photos import the batch', 'packages/shop-photo/src/react/probe.ts', '@isola/batch', 'binding'],
  ['shop photos import the account client', 'packages/shop-photo/src/react/probe.ts', '@isola/auth', 'binding'],
  ['the batch imports shop photos', 'packages/batch/src/probe.ts', '@isola/shop-photo', 'alone'],
  ['the editor imports the batch', 'packages/editor/src/probe.ts', '@isola/batch', 'alone'],
  [
    'the administration’s core imports the membership',
    'packages/admin/src/probe.ts',
    '@isola/membership',
    'no package',
  ],
  [
    'the administration imports the account client',
    'packages/admin/src/react/probe.ts',
    '@isola/auth/react',
    'membership, files, ui and i18n alone',
  ],
  ['the membership imports the administration', 'packages/membership/src/react/probe.ts', '@isola/admin/react', 'i18n'],
  ['the tool imports a feature', 'apps/site/src/tool/probe.ts', '#features/single/b.ts', 'below the features'],
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
  ['the server imports a package', 'apps/server/src/probe.ts', '@isola/i18n', 'no workspace package'],
  ['the server imports a subpath of a package', 'apps/server/src/probe.ts', '@isola/files/csv', 'no workspace package'],
  ['a function imports a package', 'supabase/functions/checkout/probe.ts', '@isola/i18n', 'no workspace package'],
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

const otherFiles = {
  'packages/auth/src/circle-a.ts': `import { b } from './circle-b.ts';\n\nexport const a = () => b;\n`,
  'packages/auth/src/circle-b.ts': `import { a } from './circle-a.ts';\n\nexport const b = () => a;\n`,
  'packages/editor/src/circle-a.ts': `import type { B } from './circle-b.ts';\n\nexport type A = B[];\n`,
  'packages/editor/src/circle-b.ts': `import type { A } from './circle-a.ts';\n\nexport type B = { a: A };\n`,
  'apps/site/src/features/single/literal.tsx': `export const A = () => <p>Hello</p>;\n`,
  ...Object.fromEntries(besideText.map(([, jsx], index) => [besideTextProbe(index), component(jsx)])),
  ...Object.fromEntries(safeText.map(([, jsx], index) => [safeTextProbe(index), component(jsx)])),
  'apps/site/src/features/single/allowed.ts': `import { b } from '#tool/b.ts';\n\nexport const a = b;\n`,
  'apps/site/src/tool/allowed.ts': `import { d } from '@isola/editor';\n\nexport const c = d;\n`,
  'packages/editor/src/allowed.ts': `import { d } from '@isola/imaging';\n\nexport const c = d;\n`,
  'packages/editor/src/react/allowed.ts': `import { d } from '@isola/ui/button';\n\nexport const c = d;\n`,
  'packages/batch/src/allowed.ts': `import { d } from '@isola/editor';\n\nexport const c = d;\n`,
  'packages/batch/src/download/allowed.ts': `import { d } from '@isola/files/csv';\n\nexport const c = d;\n`,
  'packages/batch/src/react/allowed.ts': `import { d } from '@isola/editor/react';\n\nexport const c = d;\n`,
  'packages/id-photo/src/react/allowed.ts': `import { d } from '@isola/editor/react';\n\nexport const c = d;\n`,
  'packages/id-photo/src/specs.ts': `import { d } from '@isola/photo-specs/documents';\n\nexport const c = d;\n`,
  'packages/id-photo/src/allowed.ts': `import { d } from '@isola/imaging';\n\nexport const c = d;\n`,
  'packages/shop-photo/src/allowed.ts': `import { d } from '@isola/photo-specs/marketplaces';\n\nexport const c = d;\n`,
  'packages/shop-photo/src/react/allowed.ts': `import { d } from '@isola/files';\n\nexport const c = d;\n`,
  'packages/admin/src/react/allowed.ts': `import { d } from '@isola/membership/react';\n\nexport const c = d;\n`,
  'packages/membership/src/react/allowed.ts': `import { d } from '@isola/ui/button';\n\nexport const c = d;\n`,
  'packages/imaging/src/allowed.ts': `import { f } from '@isola/segmenter/imaging';\n\nexport const e = f;\n`,
};

/** Packages whose folders have an order, with their folders. */
const orderedPackages = (['segmenter', 'editor'] as const).map((name) => ({
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
  for (const [name = '', content = ''] of [...probes, ...folderProbes, ...Object.entries(otherFiles)]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json', 'packages', 'apps', 'supabase'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const report = JSON.parse(stdout) as { diagnostics: Finding[]; number_of_files: number };
  expect(report.number_of_files).toBe(probes.length + folderProbes.length + Object.keys(otherFiles).length);
  findings = report.diagnostics;
}, 60_000);
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

test('lint refuses a circle of types in the editor', () => {
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

test('lint refuses text outside the bundle', () => {
  expect(findingsOf('apps/site/src/features/single/literal.tsx')).toContain('jsx-no-literals');
});

test.each(besideText.map(([what], index) => [what, besideTextProbe(index)] as const))(
  'lint rejects %s, which would crash on a translated page',
  (_, file) => expect(findingsOf(file)).toContain('text-in-own-element'),
);

test.each(safeText.map(([what], index) => [what, safeTextProbe(index)] as const))('lint allows %s', (_, file) =>
  expect(findingsOf(file)).not.toContain('text-in-own-element'),
);

test('lint allows imports from lower layers', () => {
  const allowed = Object.keys(otherFiles).filter((file) => file.endsWith('/allowed.ts'));
  expect(allowed).toHaveLength(14);
  const found = allowed.map(findingsOf).join('\n');
  expect(found).not.toContain('no-restricted-imports');
});
