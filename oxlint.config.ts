import { defineConfig } from 'oxlint';

/**
 * The direction of imports, as rules: an import against it fails the check.
 *
 *     routes → features → tool → @isola/shop-photo, id-photo, batch → @isola/editor → @isola/imaging → @isola/segmenter
 *
 * @isola/ui, i18n, auth, files, photo-specs and scenes import no package.
 *
 * One entry a layer: what its files must not import, and the message of the refusal.
 */
function layer(files: string[], forbidden: ({ regex: string } | { group: string[] })[]) {
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: [...forbidden, ownDoor] }] as ['error', unknown],
    },
  };
}

const ownDoor = {
  regex: '^\\.\\.?/(index\\.ts)?$',
  message: 'Import the sibling file itself, not its package’s index.',
};

/** Patterns of all packages and their subpaths except those named. */
const allBut = (...names: string[]) => [
  '@isola/*',
  '@isola/*/**',
  ...names.flatMap((name) => [`!@isola/${name}`, `!@isola/${name}/**`]),
];

const noWorkspace = { regex: '^@isola/', message: 'This package is a leaf: it imports no other package.' };

const segmenterAndScenes = {
  group: allBut('segmenter', 'scenes'),
  message: 'Imaging imports only the segmenter and scenes.',
};

const belowTheEditor = {
  regex: '^@isola/(auth|batch|editor|i18n|shop-photo|ui)(/|$)',
  message:
    'The editor’s core imports imaging, the segmenter and files alone; what needs ui or i18n belongs in ./react.',
};

const belowTheBinding = {
  regex: '^@isola/(auth|batch|editor|shop-photo)(/|$)',
  message: 'The editor’s React binding imports imaging, the segmenter, files, ui and i18n alone.',
};

const belowTheBatch = {
  regex: '^(@isola/(auth|i18n|shop-photo|ui)(/|$)|@isola/editor/react)',
  message:
    'The batch’s core imports the editor’s, imaging, the segmenter, photo-specs and files alone; what needs React belongs in ./react.',
};

const besideTheBatch = {
  regex: '^@isola/(auth|shop-photo)(/|$)',
  message:
    'The batch’s React binding imports the editor, imaging, the segmenter, photo-specs, files, ui and i18n alone.',
};

const belowTheIdPhoto = {
  regex: '^@isola/(auth|batch|editor|i18n|shop-photo|ui)(/|$)',
  message: 'The ID photos’ core imports imaging and the segmenter alone; what needs React or words belongs in ./react.',
};

const besideTheIdPhoto = {
  regex: '^@isola/(auth|batch|shop-photo)(/|$)',
  message: 'The ID photos’ React binding imports the editor, imaging, the segmenter, files, ui and i18n alone.',
};

const belowTheShopPhoto = {
  regex: '^(@isola/(auth|i18n|ui|batch|id-photo)(/|$)|@isola/editor/react)',
  message:
    'Shop photos’ core imports the editor’s, imaging, photo-specs and files alone; what needs React belongs in ./react.',
};

const besideTheShopPhoto = {
  regex: '^@isola/(auth|batch|id-photo)(/|$)',
  message: 'Shop photos’ React binding imports the editor, imaging, photo-specs, files, ui and i18n alone.',
};

const besideTheMembership = {
  group: allBut('i18n', 'ui'),
  message: 'The membership imports i18n, and its React binding ui: the session is the site’s.',
};

const belowTheAdmin = {
  group: allBut(),
  message: 'The administration’s core imports no package; what needs React or words belongs in ./react.',
};

const besideTheAdmin = {
  group: allBut('membership', 'files', 'i18n', 'ui'),
  message:
    'The administration’s React binding imports membership, files, ui and i18n alone: the session is the site’s.',
};

const noApps = { regex: 'apps/', message: 'A package does not know the apps that use it.' };

const noReact = { regex: '^(react|react-dom)(/|$)', message: 'This layer imports no React.' };

const noStorage = { regex: '^(idb|jszip)(/|$)', message: 'This layer stores nothing.' };

const noRuntimeLibrary = { regex: '^onnxruntime-web', message: 'Only src/inference imports onnxruntime-web.' };

const noImageLibrary = { regex: '^sharp$', message: 'Only src/node imports sharp: the rest runs in browsers.' };

/** The folders of the segmenter. Each imports only those that stand before it, so that no circle can arise. */
const segmenterLayers = [
  'file',
  'api',
  'async',
  'http',
  'wasm',
  'engine',
  'matting',
  'png',
  'model',
  'referee',
  'inference',
  'pipeline',
  'input',
  'transport',
  'node',
];

function segmenterLayer(name: string, index: number) {
  const above = segmenterLayers.slice(index + 1);
  return layer(
    [`packages/segmenter/src/${name}/**`],
    [
      noWorkspace,
      noReact,
      ...(name === 'inference' ? [] : [noRuntimeLibrary]),
      ...(name === 'node' ? [] : [noImageLibrary]),
      { regex: '^(\\.\\./)+[\\w-]+\\.ts$', message: 'The files above the folders are the package’s entries.' },
      ...(above.length === 0
        ? []
        : [
            {
              regex: `^(\\.\\./)+(${above.join('|')})/`,
              message: `In the segmenter, ${name} is below ${above.join(', ')}.`,
            },
          ]),
    ],
  );
}

/**
 * The folders of the editor. Each imports only those that stand before it, so that no circle can arise. `editor.ts`, which
 * composes the core, stands between `words` and `commands`.
 */
const editorLayers = [
  'model',
  'schema',
  'history',
  'backgrounds',
  'edits',
  'document',
  'crop',
  'registry',
  'triage',
  'viewport',
  'brush',
  'image',
  'rendering',
  'persistence',
  'export',
  'import',
  'session',
  'words',
  'commands',
  'react',
  'testing',
];

function editorLayer(name: string, index: number) {
  const above = editorLayers.slice(index + 1);
  const isBinding = name === 'react';
  const direction = layer(
    [`packages/editor/src/${name}/**`],
    [
      ...(isBinding ? [belowTheBinding] : [belowTheEditor, noReact]),
      noApps,
      ...(index < editorLayers.indexOf('commands')
        ? [{ regex: '^(\\.\\./)+(editor|index)\\.ts$', message: 'In the editor, this folder is below the entries.' }]
        : []),
      ...(above.length === 0
        ? []
        : [
            {
              regex: `^(\\.\\./)+(${above.join('|')})/`,
              message: `In the editor, ${name} is below ${above.join(', ')}.`,
            },
          ]),
    ],
  );
  // Tests and stories may use every folder.
  return { ...direction, excludeFiles: ['**/*.{test,stories}.{ts,tsx}'] };
}

const imagingImports = [segmenterAndScenes, noApps, noReact, noStorage];

const noImagingAbove = (folders: string[], message: string) => ({
  regex: `^(\\.\\./)+(${folders.join('|')})/`,
  message,
});

const noSiteAbove = (folders: string[], message: string) => ({
  regex: `^(#(${folders.join('|')})/|(\\.\\./)+(${folders.join('|')})/)`,
  message,
});

const featuresApart = 'Features never import each other: move what two need to tool/ or a package.';

const noOtherFeature = { regex: '^#features/', message: featuresApart };

/** @param depth how many folders a file lies below the feature's parent. */
const leavesFolder = (depth: number) => ({ regex: `^(\\.\\./){${depth}}`, message: featuresApart });

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
    'import/no-cycle': 'error',
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
    layer(['packages/{ui,i18n,auth,files,photo-specs,scenes}/src/**'], [noWorkspace]),
    // The most specific entry last: of several that match a file, the last alone counts.
    layer(['packages/segmenter/src/**'], [noWorkspace, noReact, noRuntimeLibrary]),
    ...segmenterLayers.map(segmenterLayer),
    layer(['packages/imaging/src/**'], imagingImports),
    layer(
      ['packages/imaging/src/{background,light,compose,encode}/**'],
      [...imagingImports, noImagingAbove(['compositor'], 'Pixels do not know the worker that computes them.')],
    ),
    layer(
      ['packages/imaging/src/{geometry,color,job,raster,metadata,matte,resample}/**'],
      [
        ...imagingImports,
        noImagingAbove(
          ['background', 'light', 'compose', 'encode', 'compositor'],
          'This folder is below backgrounds, light and encoders.',
        ),
      ],
    ),
    layer(['packages/editor/src/**'], [belowTheEditor, noApps, noReact]),
    layer(['packages/editor/src/react/**'], [belowTheBinding, noApps]),
    ...editorLayers.map(editorLayer),
    layer(['packages/batch/src/**'], [belowTheBatch, noApps, noReact]),
    layer(['packages/batch/src/react/**'], [besideTheBatch, noApps]),
    layer(['packages/id-photo/src/**'], [belowTheIdPhoto, noApps, noReact, noStorage]),
    layer(['packages/id-photo/src/react/**'], [besideTheIdPhoto, noApps, noStorage]),
    layer(['packages/shop-photo/src/**'], [belowTheShopPhoto, noApps, noReact, noStorage]),
    layer(['packages/shop-photo/src/react/**'], [besideTheShopPhoto, noApps]),
    layer(['packages/admin/src/**'], [belowTheAdmin, noApps, noReact, noStorage]),
    layer(['packages/membership/src/!(react)/**'], [besideTheMembership, noApps, noReact, noStorage]),
    layer(['packages/membership/src/react/**'], [besideTheMembership, noApps, noStorage]),
    layer(['packages/admin/src/react/**'], [besideTheAdmin, noApps, noStorage]),
    layer(
      ['apps/site/src/tool/**'],
      [noSiteAbove(['features', 'routes', 'shell'], 'The tool is below the features that embed it.')],
    ),
    layer(
      ['apps/site/src/features/*/*.{ts,tsx}'],
      [noSiteAbove(['routes'], 'A feature does not know the routes that show it.'), noOtherFeature, leavesFolder(1)],
    ),
    layer(
      ['apps/site/src/features/*/*/**'],
      [noSiteAbove(['routes'], 'A feature does not know the routes that show it.'), noOtherFeature, leavesFolder(2)],
    ),
    layer(
      ['apps/server/src/**'],
      [
        {
          group: allBut('supabase'),
          message: 'The server imports no workspace package but the functions.',
        },
      ],
    ),
    layer(['supabase/functions/**'], [{ regex: '^@isola/', message: 'The functions import no workspace package.' }]),
    {
      // Packages in which imports for types alone have no circles either.
      files: ['packages/{admin,auth,batch,editor,files,i18n,photo-specs,scenes,ui}/src/**'],
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    {
      // A table's columns say by functions what stands in their cells; the table calls them and makes no components of them.
      files: ['packages/{ui,admin,membership}/src/**/*.tsx'],
      rules: { 'react/no-unstable-nested-components': ['error', { allowAsProps: true }] },
    },
    {
      // Their tools ask for a default export, or print for a person.
      files: ['**/*.config.ts', '**/*.stories.tsx', '.storybook/**', 'scripts/**', 'tests/**', 'packages/*/models/**'],
      rules: { 'import/no-default-export': 'off', 'no-console': 'off' },
    },
    {
      files: [
        'apps/site/src/{tool,features,shell,routes}/**/*.tsx',
        'packages/{admin,editor,batch,id-photo,membership}/src/react/**/!(*.test).tsx',
        'packages/ui/src/components/*/!(*.stories|*.test).tsx',
      ],
      rules: { 'react/jsx-no-literals': ['error', { noStrings: true, ignoreProps: true }] },
    },
  ],
});
