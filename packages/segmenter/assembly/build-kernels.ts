/**
 * Compiles the kernels, which are written in AssemblyScript, to WebAssembly. The output is not committed.
 *
 * node packages/segmenter/assembly/build-kernels.ts
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createMemoryStream, main as compileAssembly, version as compilerVersion } from 'assemblyscript/asc';

const sources = import.meta.dirname;
const outputFolder = join(sources, '../kernels');

interface Kernel {
  /** Name of the output file, without `.wasm`. */
  readonly name: string;
  /** Name of the folder, below this one, whose `index.ts` is the kernel's entry. */
  readonly folder: string;
  readonly flags: readonly string[];
}

const simd = ['--enable', 'simd'];
const relaxed = ['--enable', 'simd,relaxed-simd'];
// These kernels start with new memory, so the file needs no data that is initially zero.
const fresh = ['--zeroFilledMemory'];
// Shared memory must declare a maximum. 65 535 pages are 4 GiB less one page, the most that 32-bit addresses allow.
// Pages are committed only when they are used.
const threads = ['--enable', 'threads', '--sharedMemory', '--initialMemory', '16', '--maximumMemory', '65535'];

/**
 * Base address of the matting kernels' constants. These kernels also work in the memory of the network's kernels,
 * between its runs. A test verifies that the network's constants end below this address.
 */
const mattingBase = ['--memoryBase', '2048'];

/** Every kernel of the package. The network has four builds; the browser's features decide which one runs. */
const kernels: readonly Kernel[] = [
  { name: 'network', folder: 'network', flags: simd },
  { name: 'network-relaxed', folder: 'network', flags: relaxed },
  { name: 'network-threads', folder: 'network', flags: [...simd, ...threads] },
  { name: 'network-relaxed-threads', folder: 'network', flags: [...relaxed, ...threads] },
  { name: 'matting', folder: 'matting', flags: [...simd, ...fresh, ...mattingBase] },
  { name: 'matting-threads', folder: 'matting', flags: [...simd, ...fresh, ...mattingBase, ...threads] },
  { name: 'png', folder: 'png', flags: [...simd, ...fresh] },
  { name: 'small-network', folder: 'small-network', flags: [...simd, ...fresh] },
  { name: 'scale', folder: 'scale', flags: [...simd, ...fresh] },
  { name: 'enlarge', folder: 'enlarge', flags: [...simd, ...fresh] },
];

/**
 * Flags of every kernel. `stub`: a kernel has no garbage-collected objects, only memory that its caller lays out.
 * Warning 201 concerns conversions that matter only with 64-bit addresses.
 */
const commonFlags = [
  '-O3',
  '--noAssert',
  '--converge',
  '--runtime',
  'stub',
  '--importMemory',
  '--disableWarning',
  '201',
];

/**
 * Builds the kernels that are out of date.
 * @returns the names of the kernels that were built.
 * @throws Error with the compiler's output when a source does not compile.
 */
export async function buildKernels(): Promise<string[]> {
  const made: string[] = [];
  mkdirSync(outputFolder, { recursive: true });
  for (const kernel of kernels) {
    if (!existsSync(join(sources, kernel.folder, 'index.ts'))) continue;
    const output = join(outputFolder, `${kernel.name}.wasm`);
    const stamp = `${output}.source`;
    const source = fingerprint(kernel);
    if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source) continue;
    writeFileSync(output, await compile(kernel));
    writeFileSync(stamp, source);
    made.push(kernel.name);
  }
  return made;
}

async function compile({ folder, flags }: Kernel): Promise<Uint8Array> {
  let binary: Uint8Array | undefined;
  const stderr = createMemoryStream();
  const { error } = await compileAssembly([`${folder}/index.ts`, '--outFile', 'out.wasm', ...commonFlags, ...flags], {
    readFile: (name, folder) => readOrNull(join(sources, folder === '.' ? '' : folder, name)),
    writeFile(name, contents) {
      if (name.endsWith('.wasm') && typeof contents !== 'string') binary = contents;
    },
    listFiles: () => [],
    stderr,
  });
  if (error || !binary) throw new Error(`assembly/${folder} does not compile:\n${String(stderr)}`, { cause: error });
  return binary;
}

function readOrNull(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns a hash of the kernel's sources and flags and of the compiler's version. */
function fingerprint({ folder, flags }: Kernel): string {
  const hash = createHash('sha256').update(JSON.stringify([compilerVersion, commonFlags, flags]));
  for (const file of globSync(['*.ts', 'shared/*.ts', `${folder}/**/*.ts`], { cwd: sources }).toSorted()) {
    hash.update(file).update(readFileSync(join(sources, file)));
  }
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  const made = await buildKernels();
  process.stdout.write(made.length > 0 ? `kernels built: ${made.join(', ')}\n` : 'kernels: up to date\n');
}
