import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type ESTree, parseSync } from 'vite';

/** A declaration, or a name that stands for another module's. */
interface Declaration {
  readonly name: string;
  /** With its docstring, without `export`. */
  readonly text: string;
  /** Every name in it; some are those of properties, and declare nothing. */
  readonly mentions: ReadonlySet<string>;
}

interface Origin {
  readonly file: string;
  readonly name: string;
}

interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, Origin>;
  /** In their order. */
  readonly exports: ReadonlyMap<string, Origin>;
}

export interface RolledUpDeclaration {
  readonly name: string;
  /** Its docstring, then its code, which begins with `export` where it is public. */
  readonly text: string;
}

/**
 * Draws a package's public types together: what its entry exports, in that order, each followed by what it refers to.
 * Types that are not public bring nothing along, and neither do the libraries that these would want.
 * @param entryFile the entry's declarations, as TypeScript writes them.
 * @throws when a public type refers to another package's, or two of the declarations have the same name.
 */
export function rollUpDeclarations(entryFile: string): RolledUpDeclaration[] {
  const modules = new Map<string, Module>();
  const taken = new Map<string, Declaration>();
  const moduleOf = (file: string) => {
    const module = modules.get(file) ?? readModule(file);
    modules.set(file, module);
    return module;
  };

  function take({ file, name }: Origin): Declaration {
    if (!file.endsWith('.d.ts')) throw new Error(`a public type refers to ${name}, of ${file}`);
    const module = moduleOf(file);
    const elsewhere =
      module.imports.get(name) ?? (module.declarations.has(name) ? undefined : module.exports.get(name));
    if (elsewhere) return take(elsewhere);
    const declaration = module.declarations.get(name);
    if (!declaration) throw new Error(`${file} does not declare ${name}`);
    const namesake = taken.get(name);
    if (namesake === declaration) return declaration;
    if (namesake) throw new Error(`two of the public declarations are called ${name}; one is in ${file}`);
    taken.set(name, declaration);
    for (const mention of declaration.mentions) {
      if (module.declarations.has(mention) || module.imports.has(mention)) take({ file, name: mention });
    }
    return declaration;
  }

  const { exports } = moduleOf(entryFile);
  const exported = new Map([...exports].map(([name, origin]) => [take(origin), name]));
  return [...taken.values()].map((declaration) => {
    const name = exported.get(declaration);
    if (name !== undefined && name !== declaration.name) throw new Error(`${name} is exported under another name`);
    const isPublic = name !== undefined;
    const text = isPublic ? declaration.text.replace(/^(?=(declare|interface|type)\b)/m, 'export ') : declaration.text;
    return { name: declaration.name, text };
  });
}

function readModule(file: string): Module {
  const source = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, Origin>();
  const exports = new Map<string, Origin>();
  let end = 0;
  for (const statement of program.body) {
    const text = source.slice(end, statement.end).trim();
    end = statement.end;
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*';
        imports.set(specifier.local.name, { file: resolve(file, statement.source.value), name });
      }
    } else if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
      const from = statement.source ? resolve(file, statement.source.value) : file;
      for (const { local, exported } of statement.specifiers) {
        exports.set(nameOf(exported), { file: from, name: nameOf(local) });
      }
    } else {
      const isExported = statement.type === 'ExportNamedDeclaration';
      const declared = isExported ? statement.declaration : statement;
      const name = declared ? declaredName(declared) : undefined;
      if (!declared || name === undefined) throw new Error(`${file}: no declaration of one name: ${text}`);
      declarations.set(name, { name, text: text.replace(/^export /m, ''), mentions: namesIn(declared) });
      if (isExported) exports.set(name, { file, name });
    }
  }
  return { declarations, imports, exports };
}

/** TypeScript's declarations keep the sources' endings. */
function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.') ? join(dirname(file), specifier.replace(/\.ts$/, '.d.ts')) : specifier;
}

function declaredName(node: ESTree.Node): string | undefined {
  switch (node.type) {
    case 'VariableDeclaration': {
      const [first, second] = node.declarations;
      return first?.id.type === 'Identifier' && !second ? first.id.name : undefined;
    }
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return node.id?.name;
    default:
      return undefined;
  }
}

function nameOf(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}

function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return names;
  if ('type' in node && node.type === 'Identifier' && 'name' in node) names.add(String(node.name));
  for (const value of Object.values(node)) namesIn(value, names);
  return names;
}
