import { defineConfig } from 'oxlint';

import { allowedImports, folderOrder, restrictedLibraries } from './scripts/lint/allowed-imports.ts';

type Refusal = ({ readonly regex: string } | { readonly group: readonly string[] }) & { readonly message: string };

const ownDoor: Refusal = {
  regex: '^\\.\\.?/(index\\.ts)?$',
  message: 'Import the sibling file itself, not its package’s index.',
};

const noApps: Refusal = { regex: '^(\\.\\./)+apps/', message: 'No package knows the apps that use it.' };

/**
 * Refuses in these files all packages and restricted libraries except the allowed ones, and the imports of `others`. If
 * several layers match a file, only the last one counts.
 */
function layer(files: string[], allowed: readonly string[], others: readonly Refusal[] = []) {
  const group = [
    '@isola/*',
    '@isola/*/**',
    ...allowed.flatMap((name) => [`!@isola/${name}`, `!@isola/${name}/**`]),
    ...(allowed.includes('react') ? [] : ['@isola/*/react', '@isola/*/react/**']),
  ];
  const libraries = restrictedLibraries.filter((name) => !allowed.includes(name));
  const regex = `^(${libraries.join('|')})(/|$)`;
  const message = `Allowed here: ${allowed.join(', ') || 'none'} (scripts/lint/allowed-imports.ts).`;
  const patterns = [{ group, message }, { regex, message }, noApps, ownDoor, ...others];
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', unknown] } };
}

const rows = [
  // A folder without a row may import no package.
  layer(['{apps,packages}/*/src/**'], []),
  ...Object.entries(allowedImports).map(([folder, allowed]) => layer([`${folder}/**`], allowed)),
];

const orderedFolders = Object.entries(folderOrder).flatMap(([root, names]) =>
  names.flatMap((name, index) => {
    if (name.endsWith('.ts')) return [];
    const above = names.slice(index + 1);
    const paths = above.map((each) => (each.endsWith('.ts') ? `${each.replace('.', '\\.')}$` : `${each}/`));
    const regex = `^(\\.\\./)+(${paths.join('|')})`;
    const folder = `${root}/${name}`;
    const message = `In ${root}, ${name} is below ${above.join(', ')}.`;
    return [layer([`${folder}/**`], allowedImports[folder] ?? allowedImports[root] ?? [], [{ regex, message }])];
  }),
);

/** Tests and stories may use all folders of their package, what any of these may import, and the package by its name. */
const tests = Object.keys(allowedImports).flatMap((root) => {
  const name = /^packages\/([\w-]+)\/src$/.exec(root)?.[1];
  if (name === undefined) return [];
  const allowed = Object.entries(allowedImports).flatMap(([folder, row]) => (folder.startsWith(root) ? row : []));
  const all = [name, ...restrictedLibraries, ...allowed.map((each) => each.replace(/\/.*/, ''))];
  return [layer([`${root}/**/*.{test,stories}.{ts,tsx}`], all)];
});

function siteLayer(folder: string, above: string, message: string, others: readonly Refusal[] = []) {
  const noneAbove = { regex: `^(#(${above})/|(\\.\\./)+(${above})/)`, message };
  return layer([`apps/site/src/${folder}`], allowedImports['apps/site/src'] ?? [], [noneAbove, ...others]);
}

/** @param depth how many folders a file lies below the feature's parent. */
function featureLayer(folder: string, depth: number) {
  const message = 'Features never import each other: move what two need to tool/ or a package.';
  return siteLayer(folder, 'routes', 'A feature does not know the routes that show it.', [
    { regex: `^#features/|^(\\.\\./){${depth}}`, message },
  ]);
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  jsPlugins: ['./scripts/lint/text-in-own-element.ts'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'apps/site/src/routeTree.gen.ts',
    '**/dist/**',
    'storybook-static/**',
    // Sites of their own, with types of their own.
    'tests/library/consumers/**',
    'packages/segmenter/examples/**',
    // AssemblyScript: read by its own compiler.
    'packages/segmenter/assembly/*/**',
  ],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-self-import': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    // The platform's own types say `any` in many places (JSON, abort reasons); what enters is checked by schemas.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/jsx-no-literals': 'off',
    'isola/text-in-own-element': 'error',
    eqeqeq: 'error',
    'no-console': 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    // Workers are posted to without an origin; a live region is a role, not always an <output>.
    'unicorn/require-post-message-target-origin': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // These two trade plain words for speed where none is lost.
    'react/jsx-no-constructed-context-values': 'off',
    'oxc/no-map-spread': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'promise/always-return': 'off',
  },
  overrides: [
    ...rows,
    ...orderedFolders,
    ...tests,
    siteLayer('tool/**', 'features|routes|shell', 'The tool is below the features that embed it.'),
    featureLayer('features/*/*.{ts,tsx}', 1),
    featureLayer('features/*/*/**', 2),
    {
      // A table's columns say by functions what stands in their cells; the table calls them and makes no components of them.
      files: ['packages/{ui,admin,membership}/src/**/*.tsx'],
      rules: { 'react/no-unstable-nested-components': ['error', { allowAsProps: true }] },
    },
    {
      // Their tools ask for a default export, or print for a person.
      files: [
        '**/*.config.ts',
        '**/*.stories.tsx',
        '.storybook/**',
        'scripts/**',
        'tests/**',
        'packages/*/models/**',
        'packages/create-isola/**',
        // The API of @imgly/background-removal has a default export and an option that prints.
        'packages/segmenter/src/compat.ts',
        'packages/segmenter/src/compat/**',
      ],
      rules: { 'import/no-default-export': 'off', 'no-console': 'off' },
    },
    {
      files: [
        'apps/site/src/{tool,features,shell,routes}/**/*.tsx',
        'packages/{admin,editor,batch,id-photo,membership,shop-photo}/src/react/**/*.tsx',
        'packages/ui/src/components/*/*.tsx',
      ],
      excludeFiles: ['**/*.{test,stories}.tsx', '**/testing/**'],
      rules: {
        'react/jsx-no-literals': [
          'error',
          { noStrings: true, ignoreProps: true, allowedStrings: ['', '.', ',', ':', '·', '?', '(', ')'] },
        ],
      },
    },
  ],
});
