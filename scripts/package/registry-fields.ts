import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './workspace-package.ts';

/**
 * Oldest Node that the published packages promise. It is the first that loads ES modules by `require`, and i18next,
 * react-i18next and the libraries of Supabase need Node 22 too. `npm run try-library` installs the packages with it.
 * The commands of the repository need only Node 20, because they bring their own Node.
 */
export const oldestNode = '22.12.0';

/**
 * Returns the address of the repository: `repository` in the root package.json or, in a workflow of GitHub, the
 * repository that runs it.
 * @returns undefined when neither is set. The packages can then be built, but not published.
 */
export function repositoryUrl(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: string };
  if (repository !== undefined) return repository.replace(/(\.git)?\/?$/, '');
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  return server && name ? `${server}/${name}` : undefined;
}

/**
 * Returns the fields of a published package.json that registries show, and that are the same for every package.
 * @param name folder of the package: `ui`.
 * @param url address of the repository. Without it the fields that contain it are left out.
 */
export function registryFields(name: string, url = repositoryUrl()): Record<string, unknown> {
  const folder = `packages/${name}`;
  return {
    author: 'Isola',
    ...(url !== undefined && {
      homepage: `${url}/tree/main/${folder}#readme`,
      bugs: `${url}/issues`,
      repository: { type: 'git', url: `git+${url}.git`, directory: folder },
    }),
    engines: { node: `>=${oldestNode.replace(/\.0$/, '')}` },
    publishConfig: { access: 'public', provenance: true },
  };
}
