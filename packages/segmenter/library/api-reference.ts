import { parseSync } from 'vite';

/**
 * @param importName what is written after `from`.
 * @param declarations of all that it exports, in one text, as `bundleDeclarations` gives them.
 * @returns them as Markdown, functions first: of each its docstring, then its code.
 * @throws when a function has no `@example`.
 */
export function apiReference(importName: string, declarations: string): string {
  const all = declarationsIn(declarations);
  const isCalled = ({ code }: Declaration) => code.startsWith('function ');
  for (const each of all) {
    if (isCalled(each) && !each.docstring.includes('@example')) throw new Error(`${each.name} has no @example`);
  }
  const inOrder = [...all.filter(isCalled), ...all.filter((each) => !isCalled(each))];
  const sections = inOrder.map(({ name, docstring, code }) =>
    [`## ${name}`, ...toMarkdown(docstring), `\`\`\`ts\n${code}\n\`\`\``].join('\n\n'),
  );
  const opening = `# ${importName}\n\nWritten by the build, from the docstrings of the sources.`;
  return `${[opening, ...sections].join('\n\n')}\n`;
}

interface Declaration {
  readonly name: string;
  readonly docstring: string;
  /** Without `declare`. */
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
    // The list of what is exported, at the end.
    if (named === undefined) return [];
    const code = text.slice(statement.start, statement.end).replace(/^declare /, '');
    return [{ name: named, docstring, code }];
  });
}

/** @returns paragraphs; the docstring's tags are a list in the last, but for examples, which are code. */
function toMarkdown(docstring: string): string[] {
  const text = docstring
    .trim()
    .replaceAll(/^\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/^ *\* ?/gm, '');
  const [words = '', ...tags] = text.split(/^ ?@/m);
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
