import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Photo } from '../arena/photos.ts';

/** img.ly's package for Node, in a separate process. */
export interface NativePeer {
  /** Description of its versions and environment. */
  readonly words: string;
  /** Identifier of the peer's process. */
  readonly processId: number;
  /** @returns time from having the file's bytes to having the PNG's bytes, in milliseconds. @throws when it fails. */
  run(photo: Photo): Promise<number>;
  stop(): void;
}

/** Message to `native-peer-process.ts`. */
export type NativeOrder = Pick<Photo, 'bytes' | 'mime'>;

/** Answer of `native-peer-process.ts`. */
export type NativeAnswer = { readonly outcome: 'done'; readonly durationMs: number } | NativeFailure;

interface NativeFailure {
  readonly outcome: 'failed';
  readonly detail: string;
}

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'node_modules/.cache/isola/native-peer');

/**
 * The latest version that the package's range allows. sharp is newer: 0.32 downloads its library from outside the
 * registry when it is installed.
 */
const manifest = {
  private: true,
  dependencies: { '@imgly/background-removal-node': '1.4.5' },
  pnpm: { overrides: { 'onnxruntime-node': '1.17.3', sharp: '0.34.5' } },
};

/**
 * Starts the peer. The first call installs it below `node_modules/.cache`: 300 MB that nothing else needs.
 * @throws when it cannot be installed or loaded here.
 */
export async function startNativePeer(say: (line: string) => void): Promise<NativePeer> {
  install(say);
  const peer = fork(join(import.meta.dirname, 'native-peer-process.ts'), { cwd: folder, serialization: 'advanced' });
  const { 'onnxruntime-node': onnxruntime, sharp } = manifest.pnpm.overrides;
  const version = manifest.dependencies['@imgly/background-removal-node'];
  return {
    words: `@imgly/background-removal-node ${version} on onnxruntime-node ${onnxruntime} and sharp ${sharp}, Node ${process.version}`,
    processId: peer.pid ?? 0,
    async run({ bytes, mime }) {
      const answer = nextAnswer(peer);
      peer.send({ bytes, mime } satisfies NativeOrder);
      const result = await answer;
      if (result.outcome === 'failed') throw new Error(result.detail);
      return result.durationMs;
    },
    stop: () => void peer.kill(),
  };
}

function install(say: (line: string) => void): void {
  const manifestFile = join(folder, 'package.json');
  const wanted = JSON.stringify(manifest, null, 2);
  const isThere = existsSync(join(folder, 'node_modules/.modules.yaml'));
  if (isThere && readFileSync(manifestFile, 'utf8') === wanted) return;
  say('installing @imgly/background-removal-node with its native runtime');
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifestFile, wanted);
  // The install scripts would also download files that are not needed here, mainly CUDA libraries.
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/pnpm/bin/pnpm.cjs'),
      'install',
      '--ignore-workspace',
      '--ignore-scripts',
      '--config.node-linker=hoisted',
      '--reporter=append-only',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) {
    // Otherwise the next run would assume that it is installed.
    writeFileSync(manifestFile, '');
    throw new Error(`the native peer could not be installed: ${stdout.trim().split('\n').at(-1)}`);
  }
}

function nextAnswer(peer: ChildProcess): Promise<NativeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<NativeAnswer>();
  const onExit = (code: number | null) => reject(new Error(`the native peer ended with ${code}`));
  peer.once('exit', onExit);
  peer.once('error', reject);
  peer.once('message', (answer) => {
    peer.off('exit', onExit);
    peer.off('error', reject);
    resolve(answer as NativeAnswer);
  });
  return promise;
}
