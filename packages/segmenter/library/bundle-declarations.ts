import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/**
 * Draws a package's public types together: what its entry exports, and what that refers to. Types that are not public bring nothing
 * along, and neither do the libraries that these would want.
 * @param entryFile the entry's declarations, as TypeScript writes them.
 * @throws when a public type refers to another package's.
 */
export async function bundleDeclarations(entryFile: string): Promise<string> {
  const bundle = await rolldown({
    input: entryFile,
    // TypeScript has written the declarations already: nothing is generated.
    plugins: [dts({ dtsInput: true, tsconfig: false, generator: 'oxc' })],
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const [{ code }] = output;
  // Not by the chunk's list of imports, which has those of what was left out, too.
  const [foreign] = /^import\b.*|\bimport\(['"].*/m.exec(code) ?? [];
  if (foreign !== undefined) throw new Error(`a public type refers to another package: ${foreign}`);
  return code;
}
