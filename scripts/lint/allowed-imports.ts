/** Libraries that a folder may import only if its row of `allowedImports` names them. All others follow `package.json`. */
export const restrictedLibraries = ['react', 'react-dom', 'idb', 'jszip', 'onnxruntime-web', 'sharp'];

/**
 * The workspace packages and the restricted libraries that each folder may import. `editor` includes its subpaths,
 * but `@isola/editor/react` requires `react` in the same row; `segmenter/imaging` is that subpath alone. A folder without a row
 * uses the row of its parent. The layer table of CONTRIBUTING.md repeats the packages.
 */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'apps/site/src': [
    'admin',
    'auth',
    'batch',
    'editor',
    'files',
    'i18n',
    'id-photo',
    'membership',
    'segmenter',
    'shop-photo',
    'ui',
    'react',
    'react-dom',
  ],
  'packages/shop-photo/src': ['editor', 'files', 'imaging', 'photo-specs'],
  'packages/shop-photo/src/react': ['editor', 'files', 'i18n', 'photo-specs', 'ui', 'react'],
  'packages/batch/src': ['editor', 'files', 'imaging', 'photo-specs', 'segmenter', 'idb'],
  'packages/batch/src/react': ['editor', 'files', 'i18n', 'photo-specs', 'ui', 'react'],
  'packages/id-photo/src': ['imaging', 'photo-specs', 'segmenter/imaging'],
  'packages/id-photo/src/react': ['editor', 'files', 'i18n', 'imaging', 'photo-specs', 'ui', 'react'],
  'packages/editor/src': ['files', 'imaging', 'scenes', 'segmenter', 'idb', 'jszip'],
  'packages/editor/src/react': ['files', 'i18n', 'imaging', 'segmenter', 'ui', 'react', 'jszip'],
  'packages/imaging/src': ['scenes', 'segmenter'],
  'packages/segmenter/src': [],
  'packages/segmenter/src/inference': ['onnxruntime-web'],
  'packages/segmenter/src/node': ['sharp'],
  'packages/admin/src': [],
  'packages/admin/src/react': ['files', 'i18n', 'membership', 'ui', 'react'],
  'packages/membership/src': ['i18n'],
  'packages/membership/src/react': ['i18n', 'ui', 'react'],
  'packages/ui/src': ['react'],
  'packages/i18n/src': [],
  'packages/auth/src': [],
  'packages/auth/src/react': ['react'],
  'packages/files/src': [],
  'packages/photo-specs/src': [],
  'packages/scenes/src': [],
  'apps/server/src': ['supabase'],
  'supabase/functions': [],
};

/**
 * The order of folders and entries inside of packages. Each folder imports only those before it, so that no circle can
 * arise.
 */
export const folderOrder: Readonly<Record<string, readonly string[]>> = {
  'packages/segmenter/src': [
    'api',
    'async',
    'file',
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
    'create-segmenter.ts',
    'imaging.ts',
    'node.ts',
    'index.ts',
  ],
  'packages/imaging/src': [
    'job',
    'geometry',
    'raster',
    'color',
    'metadata',
    'resample',
    'matte',
    'background',
    'outline',
    'light',
    'compose',
    'encode',
    'compositor',
    'worker.ts',
    'index.ts',
  ],
  'packages/scenes/src': ['scene', 'words', 'paint', 'families', 'open-scene.ts', 'index.ts'],
  'packages/editor/src': ['files', 'imaging', 'scenes', 'segmenter', 'idb', 'jszip'],
};
