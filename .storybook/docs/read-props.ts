import { parseSync } from 'vite';

/** One row of a props table. */
export interface Prop {
  name: string;
  /** Type as written in TypeScript. An alias declared in the same file is replaced by its definition. */
  type: string;
  isRequired: boolean;
  description: string;
  defaultValue?: string;
}

export interface ComponentProps {
  component: string;
  description: string;
  props: Prop[];
  /**
   * Names of the elements or components whose props are inherited: `<button>`, `Dialog.Content` (a part of Radix),
   * `Button`.
   */
  inherits: string[];
}

type Program = ReturnType<typeof parseSync>['program'];
type Comment = ReturnType<typeof parseSync>['comments'][number];
type Statement = Program['body'][number];
type Interface = Extract<Statement, { type: 'TSInterfaceDeclaration' }>;
type Alias = Extract<Statement, { type: 'TSTypeAliasDeclaration' }>;
type Member = Interface['body']['body'][number];
type TypeNode = Alias['typeAnnotation'];
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression'];
type FunctionNode = Extract<Statement, { params: unknown }>;
interface Found {
  props: Prop[];
  inherits: string[];
}
type ObjectNode = Extract<Expression, { type: 'ObjectExpression' }>;

/**
 * Reads the props of a file's exported components from its source: the members of the props interface, the variants of
 * its `cva`, their comments and their defaults. A parser is sufficient; the TypeScript compiler is not needed.
 */
export function readProps(file: string, source: string): ComponentProps[] {
  const { program, comments } = parseSync(file, source);
  const interfaces = new Map<string, Interface>();
  const aliases = new Map<string, Alias>();
  const variants = new Map<string, Prop[]>();
  const imported = new Map<string, string>();
  const components: FunctionNode[] = [];
  const commentBefore = (place: number) => commentAt(comments, source, place);

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
          imported.set(specifier.local.name, specifier.imported.name);
      }
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared) collect(declared, statement.type === 'ExportNamedDeclaration');
  }
  return components.map(describe);

  function collect(declared: Statement, isExported: boolean) {
    if (declared.type === 'TSInterfaceDeclaration') interfaces.set(declared.id.name, declared);
    else if (declared.type === 'TSTypeAliasDeclaration') aliases.set(declared.id.name, declared);
    else if (declared.type === 'FunctionDeclaration') {
      if (isExported && /^[A-Z]/.test(declared.id?.name ?? '')) components.push(declared);
    } else if (declared.type === 'VariableDeclaration') {
      for (const { id, init } of declared.declarations) {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || text(init.callee) !== 'cva') continue;
        const config = init.arguments[1];
        if (config?.type === 'ObjectExpression') variants.set(id.name, readVariants(config));
      }
    }
  }

  function describe(component: FunctionNode): ComponentProps {
    const parameter = component.params[0];
    const pattern = parameter?.type === 'ObjectPattern' ? parameter : undefined;
    const written = parameter && 'typeAnnotation' in parameter ? parameter.typeAnnotation?.typeAnnotation : undefined;
    const { props, inherits } = written ? readType(written) : { props: [], inherits: [] };
    for (const property of pattern?.properties ?? []) {
      if (property.type !== 'Property' || property.value.type !== 'AssignmentPattern') continue;
      const prop = props.find(({ name }) => name === text(property.key));
      if (prop) prop.defaultValue = text(property.value.right);
    }
    return {
      component: component.id?.name ?? '',
      description: commentBefore(component.start),
      props: props.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)),
      inherits: [...new Set(inherits)],
    };
  }

  /**
   * Reads a named type.
   * @param parameters the type arguments in its angle brackets.
   */
  function readNamed(name: string, parameters: readonly TypeNode[]): Found {
    const own = interfaces.get(name);
    const alias = aliases.get(name);
    const [first, second] = parameters;
    if (own)
      return join([
        ...own.extends.map(({ expression, typeArguments }) => readNamed(text(expression), typeArguments?.params ?? [])),
        readMembers(own.body.body),
      ]);
    if (alias) return readType(alias.typeAnnotation);
    if (name === 'ComponentProps' && first) return { props: [], inherits: [nameOfPart(text(first))] };
    if (name === 'VariantProps' && first)
      return { props: structuredClone(variants.get(text(first).replace('typeof ', '')) ?? []), inherits: [] };
    if (name === 'Omit' && first && second) {
      const { props, inherits } = readType(first);
      const omitted = text(second);
      return { props: props.filter((prop) => !omitted.includes(`'${prop.name}'`)), inherits };
    }
    if (name === 'Pick' || !name.endsWith('Props')) return join(parameters.map(readType));
    return { props: [], inherits: [name.replace(/Props$/, '')] };
  }

  function readType(type: TypeNode): Found {
    switch (type.type) {
      case 'TSTypeReference':
        return readNamed(text(type.typeName), type.typeArguments?.params ?? []);
      case 'TSIntersectionType':
      case 'TSUnionType':
        return join(type.types.map(readType));
      case 'TSTypeLiteral':
        return readMembers(type.members);
      default:
        return { props: [], inherits: [] };
    }
  }

  function readMembers(members: readonly Member[]): Found {
    const props = members.flatMap((member) => {
      if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return [];
      const type = text(member.typeAnnotation.typeAnnotation);
      const alias = aliases.get(type);
      return [
        {
          name: text(member.key),
          type: alias ? text(alias.typeAnnotation) : type,
          isRequired: !member.optional,
          description: commentBefore(member.start),
        },
      ];
    });
    return { props, inherits: [] };
  }

  function readVariants(config: ObjectNode): Prop[] {
    const [groups, defaults] = ['variants', 'defaultVariants'].map((key) => objectAt(config, key));
    return (groups?.properties ?? []).flatMap((property) => {
      if (property.type !== 'Property' || property.value.type !== 'ObjectExpression') return [];
      const name = text(property.key);
      const words = property.value.properties.flatMap((word) => (word.type === 'Property' ? [text(word.key)] : []));
      const standard = defaults?.properties.find((other) => other.type === 'Property' && text(other.key) === name);
      return [
        {
          name,
          type: words.map((word) => (/^['"]/.test(word) ? word : `'${word}'`)).join(' | '),
          isRequired: false,
          description: commentBefore(property.start),
          ...(standard?.type === 'Property' && { defaultValue: text(standard.value) }),
        },
      ];
    });
  }

  /**
   * Returns the displayed name of an inherited element or component.
   * @param part the type argument of `ComponentProps<…>`: `'button'`, `typeof Radix.Content`.
   */
  function nameOfPart(part: string): string {
    if (part.startsWith("'")) return `<${part.slice(1, -1)}>`;
    const [first = '', ...rest] = part.replace('typeof ', '').split('.');
    return rest.length === 0 ? first : [imported.get(first) ?? first, ...rest].join('.');
  }

  function text({ start, end }: { start: number; end: number }): string {
    return source.slice(start, end).replaceAll(/\s+/g, ' ');
  }
}

/** Returns the text of the doc comment that ends immediately before an offset in the source, or an empty string. */
function commentAt(comments: readonly Comment[], source: string, place: number): string {
  const comment = comments.findLast(
    ({ type, end }) => type === 'Block' && end <= place && /^\s*(export\s+)?$/.test(source.slice(end, place)),
  );
  if (!comment?.value.startsWith('*')) return '';
  return comment.value
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd())
    .join('\n')
    .trim();
}

function objectAt(node: ObjectNode, key: string): ObjectNode | undefined {
  for (const property of node.properties) {
    if (
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      property.key.name === key &&
      property.value.type === 'ObjectExpression'
    )
      return property.value;
  }
  return undefined;
}

/**
 * Merges rows by name. Later rows replace earlier ones, as members of an interface replace those of the type it
 * extends.
 */
function join(found: readonly Found[]): Found {
  const props = new Map<string, Prop>();
  for (const prop of found.flatMap((part) => part.props)) {
    const before = props.get(prop.name);
    // One member of a union may declare the prop as `undefined`: `onDismiss?: undefined`. The prop is then optional.
    const isOptional = [prop, before].some((other) => other?.type === 'undefined');
    const kept = prop.type === 'undefined' && before ? before : prop;
    props.set(prop.name, { ...kept, isRequired: kept.isRequired && !isOptional });
  }
  return { props: [...props.values()], inherits: found.flatMap(({ inherits }) => inherits) };
}
