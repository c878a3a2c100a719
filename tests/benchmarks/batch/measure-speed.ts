import { resolve } from 'node:path';

import { qualityOf, type Quality } from '../../../scripts/quality/quality-of.ts';
import type { BatchRun } from '../arena/bench-page/batch.ts';
import type { BenchServer } from '../arena/bench-server.ts';
import { openLane } from '../arena/lane.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { type OpenWorkshop, openWorkshop } from '../arena/open-workshop.ts';
import { photosOf, withoutTwins } from '../arena/photos.ts';
import { bySide, type BySide } from '../arena/sides.ts';
import { type Case, compositeCases, photoCases } from '../quality/cases.ts';
import { readPng } from '../quality/read-png.ts';
import { openBatch } from './open-batch.ts';
import type { Findings, Stand } from './stand.ts';

/** Number of composites per cutout, which is enough for 30 images. */
const backgroundsEach = 2;

/**
 * Measures images per minute from having the files to the last result, warm. The batch gets all images at once; the
 * peer processes one after the other, half of them before the batch and half after it, so that a machine that becomes
 * slower favours neither. Both end with a PNG of the image's size, and both are compared with the exact alpha.
 */
export async function measureSpeed({ server, images, seed, say }: Stand): Promise<Findings> {
  const browser = await launchBrowser();
  const peerRuns: { readonly durationMs: number; readonly quality: Quality }[] = [];
  let cases: readonly Case[];
  let run: BatchRun;
  try {
    const workshop = await openWorkshop(browser, server);
    cases = await casesOf(images, seed, workshop);
    await workshop.close();

    const lane = await openLane(browser, server, { side: 'peer', isolated: true });
    const loop = async (some: readonly Case[]) => {
      for (const each of some) {
        const { durationMs } = await lane.run(each.photo, { png: 'result' });
        peerRuns.push({ durationMs, quality: qualityOf(readPng(server.shelf.take('result')), each.truth) });
        say(`peer ${peerRuns.length} of ${cases.length}: ${Math.round(durationMs)} ms`);
      }
    };
    const [first] = cases;
    if (first) await lane.run(first.photo);
    const half = Math.ceil(cases.length / 2);
    await loop(cases.slice(0, half));
    say(`the batch, ${cases.length} images`);
    run = await runBatch(cases, server);
    say(`the batch: ${Math.round(run.durationMs)} ms`);
    await loop(cases.slice(half));
  } finally {
    await browser.close();
  }
  if (run.failures.length > 0) throw new Error(`the batch failed with ${run.failures.join(', ')}`);
  const ourQuality = cases.map(({ truth }, index) => qualityOf(readPng(server.shelf.take(`out-${index}`)), truth));

  const peerMs = peerRuns.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const rates = { ours: perMinute(cases.length, run.durationMs), peer: perMinute(cases.length, peerMs) };
  const qualities = { ours: ourQuality, peer: peerRuns.map(({ quality }) => quality) };
  const quality = bySide((side) => ({ iou: mean(qualities[side], 'iou'), mae: mean(qualities[side], 'mae') }));
  return {
    ratio: rates.ours / rates.peer,
    text: textOf(cases.length, rates, quality, run.longestTaskMs),
    numbers: { imagesPerMinute: rates, quality, longestTaskMs: run.longestTaskMs, images: cases.length },
  };
}

async function casesOf(count: number, seed: string, workshop: OpenWorkshop): Promise<readonly Case[]> {
  const photos = withoutTwins(photosOf(resolve(import.meta.dirname, '../../../pictures')));
  const cases: Case[] = [];
  for await (const each of photoCases(photos, 'renders', workshop)) cases.push(each);
  const others = compositeCases(photos, photos, { count: backgroundsEach, seed }, workshop);
  for await (const each of others) if (cases.length < count) cases.push(each);
  return cases.slice(0, count);
}

/** Runs the batch and puts its results on the shelf as `out-0`, `out-1`, …. */
async function runBatch(cases: readonly Case[], server: BenchServer): Promise<BatchRun> {
  const batch = await openBatch(server);
  try {
    for (const [index, { photo }] of cases.entries()) server.shelf.lay(`in-${index}`, photo.bytes, photo.mime);
    await batch.page.evaluate(() => window.batchBench.run(['in-0']));
    return await batch.page.evaluate((count) => {
      const names = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
      return window.batchBench.run(names('in'), names('out'));
    }, cases.length);
  } finally {
    await batch.close();
  }
}

function perMinute(count: number, durationMs: number): number {
  return (60_000 * count) / durationMs;
}

function mean(qualities: readonly Quality[], metric: 'iou' | 'mae'): number {
  return qualities.reduce((sum, quality) => sum + (quality[metric] ?? Number.NaN), 0) / qualities.length;
}

type MeanQuality = Readonly<Record<'iou' | 'mae', number>>;

function textOf(count: number, rates: BySide<number>, quality: BySide<MeanQuality>, longestTaskMs: number): string {
  const side = (name: 'ours' | 'peer') =>
    `${rates[name].toFixed(1)} a minute, IoU ${quality[name].iou.toFixed(4)}, MAE ${quality[name].mae.toFixed(4)}`;
  const task = longestTaskMs === 0 ? 'none of 50 ms' : `${longestTaskMs.toFixed(0)} ms`;
  return `imagesPerMinute, ${count} images: ours ${side('ours')}; peer ${side('peer')}; our longest task ${task}`;
}
