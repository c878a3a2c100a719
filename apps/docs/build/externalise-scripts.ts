import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches a `<script>` whose code is in the page: its attributes and its code. */
const inlineScript = /<script((?:\s(?!src\b)[\w-]+(?:="[^"]*")?)*)\s*>([^]+?)<\/script>/g;

/**
 * Moves the inline scripts of a folder's pages into files next to the pages, because the content security policy allows
 * only scripts in files. Relative addresses in them stay valid.
 */
export function externaliseScripts(folder: string): void {
  for (const page of globSync('*.html', { cwd: folder })) {
    const file = join(folder, page);
    const text = readFileSync(file, 'utf8').replaceAll(inlineScript, (_, attributes: string, code: string) => {
      const name = `inline-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
      writeFileSync(join(folder, name), code);
      return `<script${attributes} src="./${name}"></script>`;
    });
    writeFileSync(file, text);
  }
}
