import { parseSync, Visitor } from 'vite';

/** A module as it is in the built package. */
export interface AdaptedModule {
  readonly text: string;
  /**
   * JSON and Markdown files that the module imports, relative to it. In the package they become modules, because not
   * every bundler reads JSON, and none reads Markdown.
   */
  readonly dataFiles: readonly string[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Literal {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Points a module's imports of JSON and Markdown, and its URLs of workers, to the files of the package. TypeScript has
 * already rewritten the other imports.
 */
export function adaptModule(file: string, source: string): AdaptedModule {
  const edits: Edit[] = [];
  const dataFiles = new Set<string>();
  const program = parse(file, source);

  function visitImport(specifier: unknown, end: number): void {
    if (!isLiteral(specifier) || !isDataFile(specifier.value)) return;
    dataFiles.add(specifier.value);
    // The edit also removes what follows the specifier, such as the import attribute for JSON.
    edits.push({ start: specifier.start, end, text: quoted(dataModule(specifier.value, 'js')) });
  }

  new Visitor({
    ImportDeclaration: (node) => visitImport(node.source, source[node.end - 1] === ';' ? node.end - 1 : node.end),
    ImportExpression: (node) => visitImport(node.source, node.end - 1),
    NewExpression(node) {
      const [url, base] = node.arguments;
      const isOfModule = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
      if (isOfModule && isLiteral(url) && /\.tsx?$/.test(url.value))
        edits.push({ start: url.start, end: url.end, text: quoted(url.value.replace(/\.tsx?$/, '.js')) });
    },
  }).visit(program);
  return { text: applied(source, edits), dataFiles: [...dataFiles] };
}

/**
 * Points the imports of declarations to the files of the package. TypeScript leaves the extensions of the sources in
 * them.
 */
export function adaptDeclarations(file: string, source: string): AdaptedModule {
  const edits: Edit[] = [];
  const dataFiles = new Set<string>();

  function visitImport(specifier: unknown): void {
    if (!isLiteral(specifier) || !specifier.value.startsWith('.')) return;
    if (isDataFile(specifier.value)) dataFiles.add(specifier.value);
    const text = quoted(dataModule(specifier.value, 'js').replace(/\.tsx?$/, '.js'));
    edits.push({ start: specifier.start, end: specifier.end, text });
  }

  new Visitor({
    ImportDeclaration: (node) => visitImport(node.source),
    ExportNamedDeclaration: (node) => visitImport(node.source),
    ExportAllDeclaration: (node) => visitImport(node.source),
    TSImportType: (node) => visitImport(node.source),
  }).visit(parse(file, source));
  return { text: applied(source, edits), dataFiles: [...dataFiles] };
}

/**
 * Returns the module or the declarations of a data file: `a.js` for `a.json`, and `a.md.js` for `a.md`, so that both
 * may exist.
 */
export function dataModule(file: string, ending: 'js' | 'd.ts'): string {
  return file.replace(/\.json$|(?<=\.md)$/, `.${ending}`);
}

function isDataFile(specifier: string): boolean {
  return /\.(json|md)$/.test(specifier);
}

export function jsonModule(value: unknown): string {
  return `export default ${JSON.stringify(value, null, 2)};\n`;
}

/**
 * Returns the declarations of a JSON module as TypeScript reads a JSON file: texts have the type `string`, not literal
 * types.
 */
export function jsonDeclarations(value: unknown): string {
  return `declare const value: ${typeOf(value)};\nexport default value;\n`;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `readonly (${[...new Set(value.map(typeOf))].join(' | ') || 'never'})[]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${typeOf(member)};`);
  return `{ ${members.join(' ')} }`;
}

function parse(file: string, source: string) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program;
}

function isLiteral(node: unknown): node is Literal {
  return typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string';
}

function quoted(specifier: string): string {
  return `'${specifier}'`;
}

function applied(source: string, edits: readonly Edit[]): string {
  let text = source;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + replacement + text.slice(end);
  return text;
}
