import { parseSync } from 'vite';

/**
 * Writes the API reference of one entry as Markdown, functions first. Each section contains a docstring and its declaration.
 * @param importName the name after `from` in an import.
 * @param declarations the result of `bundleDeclarations`: the declarations of all exports.
 * @param above declarations of an entry that the reference describes above. Equal ones are not repeated.
 * @param examples whether every function must have an `@example`.
 * @throws when a function has no `@example` and `examples` is `required`.
 */
export function apiReference(
  importName: string,
  declarations: string,
  { above = '', examples = 'required' }: { above?: string; examples?: 'required' | 'optional' } = {},
): string {
  const described = new Set(declarationsIn(above).map(({ code }) => code));
  const all = declarationsIn(declarations).filter(({ code }) => !described.has(code));
  const isCalled = ({ code }: Declaration) => code.startsWith('function ');
  for (const each of all) {
    if (examples === 'required' && isCalled(each) && !each.docstring.includes('@example'))
      throw new Error(`${each.name} has no @example`);
  }
  const inOrder = [...all.filter(isCalled), ...all.filter((each) => !isCalled(each))];
  const sections = inOrder.map(({ name, docstring, code }) =>
    [`## ${name}`, ...toMarkdown(docstring), `\`\`\`ts\n${code}\n\`\`\``].join('\n\n'),
  );
  const written = 'Written by the build, from the docstrings of the sources.';
  const omitted = described.size > 0 ? ' Types of the main entry are described above.' : '';
  const opening = `# ${importName}\n\n${written}${omitted}`;
  return `${[opening, ...sections].join('\n\n')}\n`;
}

interface Declaration {
  readonly name: string;
  readonly docstring: string;
  /** The declaration without `declare`. */
  readonly code: string;
}

function declarationsIn(text: string): Declaration[] {
  const { program } = parseSync('declarations.d.ts', text);
  let end = 0;
  return program.body.flatMap((statement) => {
    const docstring = text.slice(end, statement.start);
    end = statement.end;
    const name = 'id' in statement && statement.id && 'name' in statement.id ? statement.id.name : undefined;
    const [first] = statement.type === 'VariableDeclaration' ? statement.declarations : [];
    const named = name ?? (first?.id.type === 'Identifier' ? first.id.name : undefined);
    // The list of exports at the end has no name.
    if (named === undefined) return [];
    const code = text.slice(statement.start, statement.end).replace(/^declare /, '');
    return [{ name: named, docstring, code }];
  });
}

/** Converts a docstring to paragraphs. Its tags become a list, and its examples become code blocks after the list. */
function toMarkdown(docstring: string): string[] {
  const text = docstring
    .trim()
    .replaceAll(/^\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/^ *\* ?/gm, '');
  const [words = '', ...tags] = text.split(/(?:^ ?|(?<=\. ))@/m);
  const examples = tags.filter((tag) => tag.startsWith('example'));
  const items = tags
    .filter((tag) => !examples.includes(tag))
    .map((tag) => {
      const item = tag
        .replace(/^param (\w+)/, '`$1`:')
        .replace(/^returns/, 'Returns')
        .replace(/^throws \{(\w+)\}/, 'Throws `$1`:');
      return `- ${item.trim().replaceAll(/\s+/g, ' ')}`;
    });
  const code = examples.map((example) => `\`\`\`js\n${example.replace(/^example/, '').trim()}\n\`\`\``);
  return [words.trim(), items.join('\n'), ...code].filter((paragraph) => paragraph !== '');
}
