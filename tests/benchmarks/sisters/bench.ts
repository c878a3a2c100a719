/**
 * Measures how well fingerprints find copies and sisters: `npm run bench -- sisters --help`. Each photo is compared with
 * further files of the same photo and of its subject, and with all other photos.
 */
import { join } from 'node:path';

import { type Fingerprint, fingerprintOf } from '../../../packages/imaging/src/fingerprint/fingerprint-of.ts';
import {
  likenessOf,
  minDuplicate,
  minSister,
  type Relation,
  relationOf,
} from '../../../packages/imaging/src/fingerprint/compare-fingerprints.ts';
import { buildEngine, modelFolder } from '../../../scripts/build.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { imageFolder, photosOf } from '../arena/photos.ts';
import { openNetwork, type Seen } from './open-network.ts';
import { variantsOf } from './variants.ts';

const values = createCommand(
  'npm run bench -- sisters',
  'Measures how well fingerprints find copies of photos and further pictures of their subjects, in Node.',
)
  .requiredOption(
    '--photos <folders>',
    'folders of photos, separated by commas; those with alpha also get sisters',
    (text) => text.split(',').map(imageFolder),
  )
  .option('--threads <number>', 'threads of the network', wholeNumber(1), 1)
  .parse()
  .opts();

interface Print {
  readonly photo: string;
  readonly variant: string;
  readonly kind: 'original' | 'duplicate' | 'sister';
  readonly fingerprint: Fingerprint | undefined;
  /** Mean of the network's features over the subject, for comparison. */
  readonly pooled: Float32Array;
}

await buildEngine();
const network = await openNetwork(join(modelFolder, 'manifest.json'), values.threads);
const prints: Print[] = [];
const timesMs: number[] = [];
for (const photo of values.photos.flatMap(photosOf)) {
  const original = { kind: 'original' as const, name: 'original', file: photo.bytes };
  for (const { kind, name, file } of [original, ...(await variantsOf(photo))]) {
    const seen = await network.see(file);
    const startedAtMs = performance.now();
    const fingerprint = fingerprintOf({ ...seen, data: seen.pixels }, { ...seen, data: seen.matte });
    timesMs.push(performance.now() - startedAtMs);
    prints.push({ photo: photo.name, variant: name, kind, fingerprint, pooled: pooled(seen) });
  }
  console.error(photo.name);
}
await network.close();
report();

function pooled({ features, matte, widthPx, heightPx }: Seen): Float32Array {
  const { channels, data } = features;
  const sums = new Float32Array(channels);
  for (let cell = 0; cell < features.widthPx * features.heightPx; cell += 1) {
    const x = Math.floor((((cell % features.widthPx) + 0.5) * widthPx) / features.widthPx);
    const y = Math.floor(((Math.floor(cell / features.widthPx) + 0.5) * heightPx) / features.heightPx);
    const weight = (matte[y * widthPx + x] ?? 0) / 255;
    const own = data.subarray(cell * channels, (cell + 1) * channels);
    const length = Math.sqrt(own.reduce((sum, value) => sum + value * value, 1e-9));
    for (const [channel, value] of own.entries()) sums[channel] = (sums[channel] ?? 0) + (weight * value) / length;
  }
  return sums;
}

function cosine(one: Float32Array, other: Float32Array): number {
  let [both, first, second] = [0, 1e-9, 1e-9];
  for (const [at, value] of one.entries()) {
    both += value * (other[at] ?? 0);
    first += value ** 2;
    second += (other[at] ?? 0) ** 2;
  }
  return both / Math.sqrt(first * second);
}

interface Pair {
  readonly name: string;
  readonly relation: Relation;
  readonly photo: number;
  readonly subject: number;
  readonly pooled: number;
}

function pairOf(one: Print, other: Print): Pair {
  const name = `${one.photo}, ${one.variant} – ${other.photo}, ${other.variant}`;
  const [a, b] = [one.fingerprint, other.fingerprint];
  const likeness = a && b ? likenessOf(a, b) : { photo: 0, subject: 0 };
  const relation = a && b ? relationOf(a, b) : 'different';
  return { name, relation, ...likeness, pooled: cosine(one.pooled, other.pooled) };
}

function report(): void {
  const originals = prints.filter(({ kind }) => kind === 'original');
  const withOriginal = (kind: Print['kind']) =>
    prints.flatMap((print) => {
      const original = originals.find(({ photo }) => photo === print.photo);
      return print.kind === kind && original ? [pairOf(original, print)] : [];
    });
  const strangers = originals.flatMap((one, at) => originals.slice(at + 1).map((other) => pairOf(one, other)));
  const [copies, sisters] = [withOriginal('duplicate'), withOriginal('sister')];
  list(`copies: likeness of the photos, worst first; the limit is ${minDuplicate}`, copies, 'photo', 1);
  list(`sisters: likeness of the subjects, worst first; the limit is ${minSister}`, sisters, 'subject', 1);
  list(
    'different photos: likeness of the photos, worst first',
    strangers.toSorted(by('photo', -1)).slice(0, 15),
    'photo',
    -1,
  );
  list(
    'different photos: likeness of the subjects, worst first',
    strangers.toSorted(by('subject', -1)).slice(0, 15),
    'subject',
    -1,
  );
  const share = (pairs: readonly Pair[], isMeant: (pair: Pair) => boolean) =>
    `${pairs.filter(isMeant).length} of ${pairs.length}`;
  console.log(`\nmissed copies: ${share(copies, ({ relation }) => relation !== 'duplicate')}`);
  console.log(`false copies: ${share(strangers, ({ relation }) => relation === 'duplicate')}`);
  console.log(`missed sisters: ${share(sisters, ({ relation }) => relation === 'different')}`);
  console.log(`sisters taken for copies: ${share(sisters, ({ relation }) => relation === 'duplicate')}`);
  console.log(`false sisters: ${share(strangers, ({ relation }) => relation === 'sister')}`);
  const limit = Math.max(...strangers.map((pair) => pair.pooled));
  const subjectLimit = Math.max(...strangers.map(({ subject }) => subject));
  console.log('\nfound above the most alike of the different photos, with the fingerprint and with pooled features:');
  for (const [name, pairs] of [['copies', copies] as const, ['sisters', sisters] as const]) {
    const found = share(pairs, ({ subject }) => subject > subjectLimit);
    console.log(`${name}: ${found}; ${share(pairs, (pair) => pair.pooled > limit)}`);
  }
  const times = timesMs.toSorted((one, other) => one - other);
  const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1);
  console.log(`\ntime of a fingerprint: median ${at(0.5)} ms, 90th percentile ${at(0.9)} ms`);
}

function by(key: 'photo' | 'subject', direction: 1 | -1) {
  return (one: Pair, other: Pair) => direction * (one[key] - other[key]);
}

function list(title: string, pairs: readonly Pair[], key: 'photo' | 'subject', direction: 1 | -1): void {
  const sorted = pairs.toSorted(by(key, direction));
  console.log(`\n${title}`);
  for (const pair of sorted) console.log(`${pair[key].toFixed(3)}  ${pair.relation.padEnd(9)}  ${pair.name}`);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)]?.[key] ?? 0).toFixed(3);
  if (sorted.length > 0) console.log(`${at(0.5)}  median; ${at(0.1)} for the worst tenth`);
}
