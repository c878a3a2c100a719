import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

/** The templates, each with a description. */
export const templates = {
  plain: 'one HTML page, without a bundler',
  vite: 'Vite, plain JavaScript',
  nextjs: 'Next.js with the app router',
} as const;

export type TemplateName = keyof typeof templates;

export interface ProjectOptions {
  readonly template: TemplateName;
  /**
   * Folder with a folder for each template, and with the tarball of `@isola/segmenter`. Default: the files of this package.
   */
  readonly assets?: string;
}

export interface CreatedProject {
  /** The commands that the user runs next, in order. */
  readonly nextSteps: readonly string[];
}

/** The files of the package, next to its built modules. */
const packagedAssets = join(import.meta.dirname, 'assets');

/** Returns true for the name of a template. */
export function isTemplateName(name: string | undefined): name is TemplateName {
  return name !== undefined && Object.hasOwn(templates, name);
}

/**
 * Creates a project from a template. The project contains the tarball of `@isola/segmenter`, or with the template `plain` its
 * files.
 * @param folder a folder that does not exist or is empty.
 * @throws when the folder contains files.
 */
export function createProject(folder: string, { template, assets = packagedAssets }: ProjectOptions): CreatedProject {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  const [tarball] = globSync('isola-segmenter-*.tgz', { cwd: assets });
  if (tarball === undefined) throw new Error(`${assets} contains no tarball of @isola/segmenter.`);
  mkdirSync(folder, { recursive: true });
  cpSync(join(assets, template), folder, { recursive: true });
  copyFileSync(join(assets, tarball), join(folder, tarball));
  const enter = relative(process.cwd(), resolve(folder)) === '' ? [] : [`cd ${folder}`];
  if (template === 'plain') {
    const target = 'segmenter';
    mkdirSync(join(folder, target));
    execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components', '1'], { cwd: folder, stdio: 'inherit' });
    writeFileSync(join(folder, '.gitignore'), `${tarball}\nmodels\n`);
    return {
      nextSteps: [...enter, 'node segmenter/isola-models.js models', 'serve the folder with any static server'],
    };
  }
  nameProject(folder);
  // The tarball stays in the repository of the project, because package.json names it.
  writeFileSync(join(folder, '.gitignore'), 'node_modules\ndist\n.next\npublic/models\n');
  return { nextSteps: [...enter, 'npm install', 'npx isola-models public/models', 'npm run dev'] };
}

/** Gives the project's package.json the folder's name, in the characters that npm allows. */
function nameProject(folder: string): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { name: string };
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  writeFileSync(file, `${JSON.stringify({ ...manifest, name: name === '' ? manifest.name : name }, null, 2)}\n`);
}
