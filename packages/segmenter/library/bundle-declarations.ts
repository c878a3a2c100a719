import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/**
 * Bundles a package's public types: the entry's exports and the types to which they refer. Other types, and the libraries
 * that only those need, are left out.
 * @param entryFile the declaration file that TypeScript has written for the entry.
 * @throws when a public type refers to another package.
 */
export async function bundleDeclarations(entryFile: string): Promise<string> {
  const bundle = await rolldown({
    input: entryFile,
    // The input consists of finished declarations, so none are generated.
    plugins: [dts({ dtsInput: true, tsconfig: false, generator: 'oxc' })],
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const [{ code }] = output;
  // The chunk's list of imports cannot be used, because it includes those of the omitted types.
  const [foreign] = /^import\b.*|\bimport\(['"].*/m.exec(code) ?? [];
  if (foreign !== undefined) throw new Error(`a public type refers to another package: ${foreign}`);
  return code;
}
