import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a language: copies the English bundles and long texts, to be translated, and adds its rows to `locales.ts` and
 * to the list of the backend's functions, which do not import that package.
 * @param code code as in addresses: `it`.
 * @param ownName name in the language itself: `Italiano`.
 * @returns the files and folders that were written.
 * @throws {Error} when the language already exists, or a file lacks the expected list.
 */
export function newLanguage(root: string, code: string, ownName: string): readonly string[] {
  const sources = join(root, 'packages/i18n/src');
  const folder = join(sources, 'locales', code);
  if (existsSync(folder)) throw new Error(`The language ${code} already exists: ${folder}`);
  const listFile = join(sources, 'locales.ts');
  const list = readFileSync(listFile, 'utf8');
  const withCode = list.replace(/(export const locales = \[[^\]]*)(\])/, `$1, '${code}'$2`);
  const withName = withCode.replace(/(export const localeNames[^{]*\{[^}]*)(\})/, `$1  ${code}: '${ownName}',\n$2`);
  if (withCode === list || withName === withCode)
    throw new Error(`${listFile} lacks the lists to which ${code} would be added.`);
  const functionsFile = join(root, 'supabase/functions/_shared/languages.ts');
  const functionsList = readFileSync(functionsFile, 'utf8');
  const withFunctions = functionsList.replace(/(export const languages = \[[^\]]*)(\])/, `$1, '${code}'$2`);
  if (withFunctions === functionsList)
    throw new Error(`${functionsFile} lacks the list to which ${code} would be added.`);
  writeFileSync(functionsFile, withFunctions);
  writeFileSync(listFile, withName);
  cpSync(join(sources, 'locales/en'), folder, { recursive: true });
  return [listFile, functionsFile, folder];
}
