import { parseSync } from 'vite';

export interface Usage {
  /** Name of the exported story. */
  story: string;
  /** Code that reproduces the story: imports, then JSX. */
  code: string;
}

type Program = ReturnType<typeof parseSync>['program'];
type Statement = Program['body'][number];
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
type ObjectNode = Extract<Expression, { type: 'ObjectExpression' }>;
type FunctionNode = Extract<Expression, { params: unknown }>;

/** A story's args and its render function. */
interface Parts {
  args: Map<string, Expression>;
  render?: FunctionNode;
}

const longestDeclaration = 120;
const lineLength = 90;

/**
 * Reads usage code from a file of stories. The code that Storybook generates contains minified functions in a
 * production build, or the whole story with its test.
 */
export function readUsage(file: string, source: string): Usage[] {
  const { program } = parseSync(file, source);
  const stories = new Map<string, ObjectNode>();
  const local = new Map<string, { code: string; value: Expression | undefined }>();
  const imports: { name: string; from: string }[] = [];
  let meta: ObjectNode | undefined;

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration' && statement.importKind !== 'type') {
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue;
        imports.push({ name: specifier.local.name, from: statement.source.value });
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration?.type !== 'VariableDeclaration') continue;
      for (const { id, init } of statement.declaration.declarations)
        if (id.type === 'Identifier' && init?.type === 'ObjectExpression') stories.set(id.name, init);
    } else if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        if (id.type !== 'Identifier' || !init) continue;
        const value = bare(init);
        if (id.name === 'meta' && value.type === 'ObjectExpression') meta = value;
        else local.set(id.name, { code: text(statement), value });
      }
    } else if (statement.type === 'FunctionDeclaration' && statement.id) {
      local.set(statement.id.name, { code: text(statement), value: undefined });
    }
  }
  if (!meta) return [];
  const ofMeta = readParts(meta);
  const component = identifierAt(meta, 'component');
  return [...stories].flatMap(([story, node]) => {
    const own = readParts(node);
    const args = new Map([...ofMeta.args, ...own.args]);
    const render = own.render ?? ofMeta.render;
    const code = render ? codeOfRender(render, args) : component ? jsx(component, args) : undefined;
    return code === undefined ? [] : [{ story, code: withImports(code) }];
  });

  function readParts(node: ObjectNode): Parts {
    const parts: Parts = { args: new Map() };
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const base = property.argument.type === 'Identifier' ? objectNamed(property.argument.name) : undefined;
        if (!base) continue;
        const { args, render } = readParts(base);
        for (const [name, value] of args) parts.args.set(name, value);
        if (render) parts.render = render;
        continue;
      }
      const name = text(property.key);
      const value = bare(property.value);
      if (name === 'args' && value.type === 'ObjectExpression') readArgs(value, parts.args);
      if (name === 'render') {
        const render = value.type === 'Identifier' ? local.get(value.name)?.value : value;
        if (render?.type === 'ArrowFunctionExpression' || render?.type === 'FunctionExpression') parts.render = render;
      }
    }
    return parts;
  }

  function readArgs(node: ObjectNode, into: Map<string, Expression>) {
    for (const property of node.properties) {
      if (property.type === 'Property') into.set(text(property.key), bare(property.value));
      else if (property.argument.type === 'MemberExpression') {
        // Inherited args: `args: { ...Default.args, … }`.
        const base =
          property.argument.object.type === 'Identifier' ? objectNamed(property.argument.object.name) : undefined;
        if (base) for (const [name, value] of readParts(base).args) into.set(name, value);
      }
    }
  }

  function objectNamed(name: string): ObjectNode | undefined {
    const value = stories.get(name) ?? (name === 'meta' ? meta : local.get(name)?.value);
    return value?.type === 'ObjectExpression' ? value : undefined;
  }

  function codeOfRender(render: FunctionNode, args: Map<string, Expression>): string {
    const [parameter] = render.params;
    const name = parameter?.type === 'Identifier' ? parameter.name : undefined;
    const body = render.body;
    if (!body) return '';
    const isBlock = body.type === 'BlockStatement';
    let code = dedent(isBlock ? text(body) : text(bare(body)));
    if (name) {
      code = code
        .replaceAll(new RegExp(`\\s*\\{\\.\\.\\.${name}\\}`, 'g'), () =>
          attributes(args)
            .map((one) => ` ${one}`)
            .join(''),
        )
        .replaceAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'), (whole, prop: string) => {
          const value = args.get(prop);
          return value ? text(value) : whole;
        });
    }
    return isBlock ? `function Example() ${code}` : code;
  }

  function jsx(tag: string, args: Map<string, Expression>): string {
    const written = attributes(args);
    const children = args.get('children');
    const inner = children && (isText(children) ? String(children.value) : asChild(children));
    return element(tag, written, inner);
  }

  function attributes(args: Map<string, Expression>): string[] {
    return [...args].flatMap(([name, value]) => {
      if (name === 'children' || !/^\w+$/.test(name)) return [];
      const written = dedent(text(value));
      if (written === 'true') return [name];
      if (isText(value) && !/["\\]/.test(value.value)) return [`${name}="${value.value}"`];
      if (written.startsWith('fn(')) return [`${name}={${name.replace(/^on/, 'handle')}}`];
      return [`${name}={${written}}`];
    });
  }

  function asChild(node: Expression): string {
    const written = dedent(text(node));
    return node.type === 'JSXElement' ? written : node.type === 'JSXFragment' ? inside(written) : `{${written}}`;
  }

  function withImports(code: string): string {
    const declarations: string[] = [];
    const seen = new Set<string>();
    const follow = (part: string) => {
      for (const [name, { code: declared }] of local) {
        if (seen.has(name) || !uses(part, name) || declared.split('\n').length > longestDeclaration) continue;
        seen.add(name);
        follow(declared);
        declarations.push(dedent(declared));
      }
    };
    follow(code);
    const whole = [...declarations, code].join('\n\n');
    const lines = importsFor(whole, imports);
    return [lines.join('\n'), whole]
      .filter(Boolean)
      .join('\n\n')
      .replaceAll(/\bfn\(\)/g, '() => {}');
  }

  function text({ start, end }: { start: number; end: number }): string {
    return source.slice(start, end);
  }
}

/** Returns the code of an element: on one line if it fits, else with a line for each attribute. */
function element(tag: string, written: readonly string[], inner: string | undefined): string {
  const opening = [tag, ...written].join(' ');
  const end = inner === undefined ? ' />' : `>${inner}</${tag}>`;
  if (`<${opening}${end}`.length <= lineLength && !`${opening}${end}`.includes('\n')) return `<${opening}${end}`;
  if (inner !== undefined && opening.length < lineLength && !opening.includes('\n'))
    return `<${opening}>\n  ${inner.replaceAll('\n', '\n  ')}\n</${tag}>`;
  const rows = written.map((one) => `\n  ${one.replaceAll('\n', '\n  ')}`).join('');
  return inner === undefined
    ? `<${tag}${rows}\n/>`
    : `<${tag}${rows}${rows ? '\n' : ''}>\n  ${inner.replaceAll('\n', '\n  ')}\n</${tag}>`;
}

/** Returns the import statements of a user for the names that a code uses. */
function importsFor(code: string, imports: readonly { name: string; from: string }[]): string[] {
  const byFile = Map.groupBy(
    imports.filter(({ name }) => uses(code, name)),
    ({ from }) => publicName(from),
  );
  return [...byFile].flatMap(([from, names]) =>
    from === undefined ? [] : [`import { ${names.map(({ name }) => name).join(', ')} } from '${from}';`],
  );
}

/**
 * Returns the import path for a user of the package: a component's public entry. Returns undefined for modules that
 * only stories use.
 */
function publicName(from: string): string | undefined {
  if (from.startsWith('storybook/')) return undefined;
  if (!from.startsWith('.')) return from;
  const [, folder, name] = /^(?:\.\.\/([\w-]+)|\.)\/([\w-]+)\.tsx$/.exec(from) ?? [];
  if (name === undefined || name.startsWith('story-')) return undefined;
  return folder === undefined || folder === name ? `@isola/ui/${name}` : undefined;
}

function uses(code: string, name: string): boolean {
  return new RegExp(`(?<![\\w'"-]|(?<!\\.\\.)\\.)${name}\\b`).test(code);
}

/** Removes `as`, `satisfies` and parentheses from an expression. */
function bare(node: Expression): Expression {
  switch (node.type) {
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
    case 'TSInstantiationExpression':
    case 'ParenthesizedExpression':
      return bare(node.expression);
    default:
      return node;
  }
}

function isText(node: Expression): node is Extract<Expression, { type: 'Literal' }> & { value: string } {
  return node.type === 'Literal' && typeof node.value === 'string';
}

function identifierAt(node: ObjectNode, key: string): string | undefined {
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== key) continue;
    const value = bare(property.value);
    if (value.type === 'Identifier') return value.name;
  }
  return undefined;
}

function inside(fragment: string): string {
  return dedent(fragment.replace(/^<>\s*\n?/, '').replace(/\s*<\/>$/, ''));
}

function dedent(code: string): string {
  const [first = '', ...rest] = code.split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents, 80);
  return [first, ...rest.map((line) => line.slice(least))].join('\n').trim();
}
