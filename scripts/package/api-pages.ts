import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parseSync } from 'vite';

import { apiReference } from '../../packages/segmenter/library/api-reference.ts';

/**
 * Returns API.md of a built package: every export of every entry, with its docstring and declaration.
 * @param manifest the published package.json.
 * @param dist folder with the declarations that it points to.
 */
export function apiPages(manifest: Record<string, unknown>, dist: string): string {
  const { name, exports } = manifest as { name: string; exports: Record<string, unknown> };
  const pages = Object.entries(exports).flatMap(([subpath, conditions]) => {
    const types = typeof conditions === 'object' && conditions !== null && 'types' in conditions && conditions.types;
    if (typeof types !== 'string') return [];
    const declarations = [...exportsOf(join(dist, types)).values()];
    // An entry of ambient types declares modules of other packages and exports nothing.
    if (declarations.length === 0) return [];
    return [apiReference(join(name, subpath).replaceAll('\\', '/'), declarations.join('\n'), { examples: 'optional' })];
  });
  return pages.join('\n');
}

/** Returns each export of a module of declarations by its name: its docstring and declaration under that name. */
function exportsOf(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(file, 'utf8');
  const { program } = parseSync(file, text);
  const local = new Map<string, string>();
  const imported = new Map<string, () => string | undefined>();
  const exported = new Map<string, string>();
  let end = 0;
  for (const statement of program.body) {
    const [docstring = ''] = text.slice(end, statement.start).match(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/) ?? [];
    end = statement.end;
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default';
        imported.set(specifier.local.name, () => exportOf(file, statement.source.value, name));
      }
      continue;
    }
    if (statement.type === 'ExportAllDeclaration') {
      const from = moduleOf(file, statement.source.value);
      if (from !== undefined) for (const [name, code] of exportsOf(from)) exported.set(name, code);
      continue;
    }
    if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
      for (const { local: inner, exported: outer } of statement.specifiers) {
        const name = nameOf(inner);
        const code = statement.source
          ? exportOf(file, statement.source.value, name)
          : (local.get(name) ?? imported.get(name)?.());
        if (code !== undefined) exported.set(nameOf(outer), renamed(code, name, nameOf(outer)));
      }
      continue;
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    const name = declaredName(declaration);
    if (!declaration || name === undefined) continue;
    const code = docstring + text.slice(declaration.start, declaration.end);
    // A function may be declared several times, once for each form of its arguments.
    local.set(name, [local.get(name), code].filter(Boolean).join('\n'));
    if (statement.type === 'ExportNamedDeclaration') exported.set(name, local.get(name) ?? code);
  }
  return exported;
}

function exportOf(file: string, specifier: string, name: string): string | undefined {
  const from = moduleOf(file, specifier);
  return from === undefined ? undefined : exportsOf(from).get(name);
}

/** Returns the declarations of a module of the same package. */
function moduleOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = join(dirname(file), specifier.replace(/\.js$/, '.d.ts'));
  return existsSync(path) ? path : undefined;
}

function nameOf(node: object): string {
  if ('name' in node) return String(node.name);
  return 'value' in node ? String(node.value) : '';
}

function declaredName(node: object | null): string | undefined {
  if (node === null) return undefined;
  if ('id' in node && node.id) return nameOf(node.id);
  if (!('declarations' in node) || !Array.isArray(node.declarations)) return undefined;
  const [first] = node.declarations as { id: object }[];
  return first && nameOf(first.id);
}

function renamed(code: string, from: string, to: string): string {
  return from === to ? code : code.replace(new RegExp(`(?<=(?:function|const|class|interface|type) )${from}\\b`), to);
}
