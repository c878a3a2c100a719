/**
 * Compiles the kernels, which are written in AssemblyScript, to WebAssembly. Nothing of the output is committed.
 *
 *     node packages/segmenter/assembly/build-kernels.ts
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createMemoryStream, main as compileAssembly, version as compilerVersion } from 'assemblyscript/asc';

const sources = import.meta.dirname;
const outputFolder = join(sources, '../kernels');

interface Kernel {
  /** The output's name, without `.wasm`. */
  readonly name: string;
  /** The folder below this one whose `index.ts` is its entry. */
  readonly folder: string;
  readonly flags: readonly string[];
}

const simd = ['--enable', 'simd'];
const relaxed = ['--enable', 'simd,relaxed-simd'];
// Their memory is new with them: what is zero at first need not be in the file.
const fresh = ['--zeroFilledMemory'];
// Shared memory must state its end: four GiB, less a page, as far as 32 bits reach. Pages come only as they are used.
const threads = ['--enable', 'threads', '--sharedMemory', '--initialMemory', '16', '--maximumMemory', '65535'];

/**
 * The kernels of the matting also work in the memory of the network's, between its runs: their constants lie behind the
 * network's, which end below this address (a test holds it).
 */
const mattingBase = ['--memoryBase', '2048'];

/** Every kernel of the package. The network comes in four builds; which one runs is for the browser to say. */
const kernels: readonly Kernel[] = [
  { name: 'network', folder: 'network', flags: simd },
  { name: 'network-relaxed', folder: 'network', flags: relaxed },
  { name: 'network-threads', folder: 'network', flags: [...simd, ...threads] },
  { name: 'network-relaxed-threads', folder: 'network', flags: [...relaxed, ...threads] },
  { name: 'matting', folder: 'matting', flags: [...simd, ...fresh, ...mattingBase] },
  { name: 'matting-threads', folder: 'matting', flags: [...simd, ...fresh, ...mattingBase, ...threads] },
  { name: 'png', folder: 'png', flags: [...simd, ...fresh] },
  { name: 'referee', folder: 'referee', flags: [...simd, ...fresh] },
  { name: 'scale', folder: 'scale', flags: [...simd, ...fresh] },
];

/**
 * `stub`: a kernel owns no objects, only memory that its caller lays out. Warning 201 is of conversions that matter with
 * 64-bit addresses alone.
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
 * Makes what is not up to date.
 * @returns the names of the kernels that had to be made.
 * @throws with the compiler's own words when a source does not compile.
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

/** Changes with any source of the kernel, its flags, and the compiler. */
function fingerprint({ folder, flags }: Kernel): string {
  const hash = createHash('sha256').update(JSON.stringify([compilerVersion, commonFlags, flags]));
  for (const file of globSync(['*.ts', 'shared/*.ts', `${folder}/**/*.ts`], { cwd: sources }).toSorted()) {
    hash.update(file).update(readFileSync(join(sources, file)));
  }
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  const made = await buildKernels();
  process.stdout.write(made.length > 0 ? `kernels made: ${made.join(', ')}\n` : 'kernels: up to date\n');
}
