import { resolve } from 'node:path';

import { qualityOf, type Quality } from '../../../scripts/quality/quality-of.ts';
import type { BatchRun } from '../arena/bench-page/batch.ts';
import { openLane } from '../arena/lane.ts';
import { launchBrowser } from '../arena/launch-browser.ts';
import { openWorkshop } from '../arena/open-workshop.ts';
import { photosOf, withoutTwins } from '../arena/photos.ts';
import { bySide, type BySide } from '../arena/sides.ts';
import { type Case, compositeCases, renderCases } from '../quality/cases.ts';
import { readPng } from '../quality/read-png.ts';
import { openBatch } from './open-batch.ts';
import type { Findings, Stand } from './stand.ts';

/** So many other backgrounds are enough for 30 images. */
const backgroundsEach = 2;

/**
 * Images per minute from the files in hand to the last result, warm: the batch with all images at once, the peer with one
 * after the other. Both end with a PNG of the image's size, and both are judged against the exact alpha.
 */
export async function measureSpeed({ server, images, seed, say }: Stand): Promise<Findings> {
  const browser = await launchBrowser();
  const cases: Case[] = [];
  const peerRuns: { readonly durationMs: number; readonly quality: Quality }[] = [];
  try {
    const workshop = await openWorkshop(browser, server);
    const photos = withoutTwins(photosOf(resolve(import.meta.dirname, '../../../pictures')));
    for await (const each of renderCases(photos, workshop)) cases.push(each);
    const others = compositeCases(photos, photos, { count: backgroundsEach, seed }, workshop);
    for await (const each of others) if (cases.length < images) cases.push(each);
    cases.splice(images);
    await workshop.close();

    say(`the peer, ${cases.length} images`);
    const lane = await openLane(browser, server, { side: 'peer', isolated: true });
    const [first] = cases;
    if (first) await lane.run(first.photo);
    for (const each of cases) {
      const { durationMs } = await lane.run(each.photo, { png: 'result' });
      peerRuns.push({ durationMs, quality: qualityOf(readPng(server.shelf.take('result')), each.truth) });
      say(`peer ${peerRuns.length} of ${cases.length}: ${Math.round(durationMs)} ms`);
    }
  } finally {
    await browser.close();
  }

  say(`the batch, ${cases.length} images`);
  const batch = await openBatch(server);
  let run: BatchRun;
  try {
    for (const [index, { photo }] of cases.entries()) server.shelf.lay(`in-${index}`, photo.bytes, photo.mime);
    await batch.page.evaluate(() => window.batchBench.run(['in-0']));
    run = await batch.page.evaluate((count) => {
      const names = (prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
      return window.batchBench.run(names('in'), names('out'));
    }, cases.length);
  } finally {
    await batch.close();
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
