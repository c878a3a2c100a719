import type { RolledUpDeclaration } from './roll-up-declarations.ts';

/**
 * @param importName what is written after `from`.
 * @returns its declarations as Markdown: of each its docstring, then its code.
 */
export function apiReference(importName: string, declarations: readonly RolledUpDeclaration[]): string {
  const sections = declarations.map(({ name, text }) => {
    const codeStart = text.search(/^(export|declare|interface|type)\b/m);
    const code = text.slice(codeStart).replace(/^(export )?(declare )?/, '');
    return [`## ${name}`, ...toMarkdown(text.slice(0, codeStart)), `\`\`\`ts\n${code}\n\`\`\``].join('\n\n');
  });
  const opening = `# ${importName}\n\nWritten by the build, from the docstrings of the sources.`;
  return `${[opening, ...sections].join('\n\n')}\n`;
}

/** @returns paragraphs; the docstring's tags are a list in the last. */
function toMarkdown(docstring: string): string[] {
  const text = docstring.replaceAll(/^\/\*\*|\*\/\s*$/g, '').replaceAll(/^ *\* ?/gm, '');
  const [words = '', ...tags] = text.split(/^ ?@/m);
  const items = tags.map((tag) => {
    const item = tag
      .replace(/^param (\w+)/, '`$1`:')
      .replace(/^returns/, 'Returns')
      .replace(/^throws \{(\w+)\}/, 'Throws `$1`:');
    return `- ${item.trim().replaceAll(/\s+/g, ' ')}`;
  });
  return [words.trim(), items.join('\n')].filter((paragraph) => paragraph !== '');
}
