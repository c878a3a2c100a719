/**
 * Compares the removal server with `@imgly/background-removal-node` called in a loop: `npm run bench -- removal-server
 * --help`. Both get the same files and return PNGs at full size.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, extname, join } from 'node:path';

import { buildEngine } from '../../../scripts/build.ts';
import { createCommand, existingFolder, wholeNumber } from '../../../scripts/command.ts';
import type { Photo } from '../arena/photos.ts';
import { startNativePeer } from '../segmenter/native-peer.ts';
import { peakResidentBytes } from './peak-resident-bytes.ts';

const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

const values = createCommand('npm run bench -- removal-server', 'Measures images a minute and memory of the server.')
  .requiredOption('--photos <folder>', 'folder with JPEG, PNG or WebP files', existingFolder)
  .option('--connections <number>', 'requests at the same time', wholeNumber(1), 2)
  .option('--workers <number>', 'processes of the server', wholeNumber(1), 1)
  .option('--no-peer', 'measure the server alone')
  .parse()
  .opts();

const photos = globSync('*.{jpg,jpeg,png,webp}', { cwd: values.photos })
  .toSorted()
  .map((name): Photo => ({
    name: basename(name),
    bytes: readFileSync(join(values.photos, name)),
    mime: types[extname(name)] ?? '',
  }));
if (photos.length === 0) throw new Error('The folder contains no JPEG, PNG or WebP.');
await buildEngine();
console.log(`${photos.length} photos, load before ${(loadavg()[0] ?? 0).toFixed(1)}`);

const ours = await measureServer();
report(`server, ${values.workers} processes, ${values.connections} connections`, ours);
if (values.peer) {
  const peer = await measurePeer();
  report(peer.words, peer);
  console.log(`images a minute, ours ÷ peer: ${(ours.imagesPerMinute / peer.imagesPerMinute).toFixed(2)}`);
}

interface Measured {
  readonly imagesPerMinute: number;
  readonly peakBytes: number;
  readonly failed: readonly string[];
}

async function measureServer(): Promise<Measured> {
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../scripts/tasks.ts'), 'api', '--workers', String(values.workers)],
    {
      env: { ...process.env, PORT: '0', API_QUEUE: '1000', API_TIMEOUT_S: '3600' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const origin = await originOf(server);
    const peak = peakResidentBytes(server.pid ?? 0);
    const waiting = photos.values();
    const failed: string[] = [];
    const startMs = performance.now();
    const work = async () => {
      for (const { name, bytes, mime } of waiting) {
        const headers = { 'content-type': mime };
        const body = new Uint8Array(bytes);
        const answer = await fetch(`${origin}/v1/cutouts?max_megapixels=50`, { method: 'POST', headers, body });
        const content = await answer.arrayBuffer();
        if (!answer.ok) failed.push(`${name}: ${Buffer.from(content).toString().slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: values.connections }, work));
    const minutes = (performance.now() - startMs) / 60_000;
    return { imagesPerMinute: (photos.length - failed.length) / minutes, peakBytes: peak.stop(), failed };
  } finally {
    server.kill();
  }
}

async function originOf(server: ChildProcess): Promise<string> {
  let said = '';
  for await (const words of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += String(words);
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (origin !== undefined) {
      // The server ends when it cannot print its further lines.
      server.stdout?.resume();
      return origin;
    }
  }
  throw new Error(`The server did not start: ${said}`);
}

async function measurePeer(): Promise<Measured & { readonly words: string }> {
  const peer = await startNativePeer((line) => console.log(line));
  try {
    const [first] = photos;
    // The first image loads the model, which the server had loaded before it was measured.
    if (first) await peer.run(first).catch(() => undefined);
    const peak = peakResidentBytes(peer.processId);
    const failed: string[] = [];
    const startMs = performance.now();
    for (const photo of photos) {
      await peer.run(photo).catch((error: unknown) => failed.push(`${photo.name}: ${String(error)}`));
    }
    const minutes = (performance.now() - startMs) / 60_000;
    const imagesPerMinute = (photos.length - failed.length) / minutes;
    return { words: peer.words, imagesPerMinute, peakBytes: peak.stop(), failed };
  } finally {
    peer.stop();
  }
}

function report(name: string, { imagesPerMinute, peakBytes, failed }: Measured): void {
  console.log(`${name}: ${imagesPerMinute.toFixed(2)} images a minute, peak memory ${(peakBytes / 1e6).toFixed(0)} MB`);
  for (const line of failed) console.log(`  failed: ${line}`);
}
