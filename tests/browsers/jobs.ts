import { readFileSync } from 'node:fs';

import { request } from '@playwright/test';
import jpeg from 'jpeg-js';
import JSZip from 'jszip';
import { PNG } from 'pngjs';

import { jpegFacts } from '../support/jpeg.ts';
import { newMember } from '../support/new-member.ts';
import { intersectionOverUnion } from '../support/intersection-over-union.ts';
import { iouWithTruth, picture } from '../support/pictures.ts';
import { words } from './site-texts.ts';
import { drop, open, press, saved, seen, typeInto, until, type Workplace } from './steps.ts';
import { field, pressable, slot } from './tab.ts';

export interface Job {
  readonly id: string;
  /** Heading of the table's column. */
  readonly name: string;
  /** True when the job needs the site's backend. */
  readonly needsAccounts?: boolean;
  /** Does the job. @returns what was measured. @throws {MessageShown} or another error when it cannot be done. */
  readonly run: (workplace: Workplace) => Promise<string>;
}

/** Smallest intersection over union with the exact matte. */
const minIou = 0.9;

const fileField = '[data-slot=drop-zone] input[type=file]:not([webkitdirectory])';
const batchFiles = ['mug.jpg', 'shoe.jpg', 'plant.jpg', 'creature.jpg', 'headphones.jpg'];
const password = 'Correct-Horse-9';
/** Largest difference of two pixels of a square: Chromium dithers gradients. */
const maxDither = 4;
/** Side of the smallest squares that the site draws, in CSS pixels. */
const squarePx = 4;
/** Size of a print of 35 × 45 mm at 300 dots per inch. */
const passportPx = { widthPx: 413, heightPx: 531, dotsPerInch: 300 };

export const jobs: readonly Job[] = [
  {
    id: 'checkerboard',
    name: 'checkerboard',
    async run({ tab, wire }) {
      await open(tab, `${wire.origin}/de/faq`);
      await tab.evaluate((sidePx) => {
        const board = document.createElement('div');
        board.className = 'bg-checker';
        Object.assign(board.style, { position: 'fixed', inset: '0 auto auto 0', zIndex: '99999' });
        Object.assign(board.style, {
          width: '64px',
          height: '64px',
          backgroundSize: `${2 * sidePx}px ${2 * sidePx}px`,
        });
        document.body.append(board);
      }, squarePx);
      return expectSquares(PNG.sync.read(await tab.screenshot(1440, 900)));
    },
  },
  {
    id: 'single',
    name: 'single image',
    async run({ tab, wire, photo }) {
      await open(tab, `${wire.origin}/de/single`);
      await tab.choose(fileField, [photo.path]);
      await seen(tab, '[data-slot=session-view][data-state=done]');
      const { bytes } = await saved(tab, pressable(words('tool:download', { format: 'PNG' })), '.png');
      return expectIou(intersectionOverUnion(bytes, readFileSync(photo.truth), 'grey'));
    },
  },
  {
    id: 'batch',
    name: 'batch of five',
    async run({ tab, wire }) {
      await open(tab, `${wire.origin}/de/batch`);
      await drop(
        tab,
        batchFiles.map((file) => ({ name: file, bytes: readFileSync(picture(file).path) })),
      );
      await until(tab, 'five results', () =>
        tab.evaluate(() => document.querySelectorAll('[data-slot=batch-item][data-state=done]').length === 5),
      );
      const { bytes } = await saved(tab, pressable(words('batch:bar.download_other', { count: 5 })), '.zip');
      const { files } = await JSZip.loadAsync(bytes);
      const scores = await Promise.all(
        batchFiles.map(async (file) => {
          const cutout = await files[file.replace('.jpg', '-cutout.png')]?.async('nodebuffer');
          if (!cutout) throw new Error(`the zip has no ${file}, only ${Object.keys(files).join(', ')}`);
          return iouWithTruth(file, cutout);
        }),
      );
      return expectIou(Math.min(...scores));
    },
  },
  {
    id: 'id-photo',
    name: 'ID photo',
    async run({ tab, wire }) {
      await open(tab, `${wire.origin}/de/id-photo`);
      await typeInto(tab, '//input[@role="combobox"]', 'australien');
      await press(tab, '//*[@role="option"][contains(., "Reisepass")]');
      await tab.choose(fileField, [picture('figure.jpg').path]);
      await seen(tab, '[data-slot=photo-file][data-state=ready]');
      await press(tab, pressable(words('id-photo-tool:background.white')));
      await until(tab, 'the photo on white', () =>
        tab.evaluate(
          (name) =>
            document.querySelector('[data-slot=photo-file][data-state=ready]') !== null &&
            [...document.querySelectorAll('button[aria-pressed=true]')].some((each) =>
              (each.getAttribute('aria-label') ?? each.textContent).includes(name),
            ),
          words('id-photo-tool:background.white'),
        ),
      );
      const { bytes } = await saved(tab, pressable(words('id-photo-tool:view.file.download')), '.jpg');
      const facts = JSON.stringify(jpegFacts(bytes), Object.keys(passportPx));
      if (facts !== JSON.stringify(passportPx)) throw new Error(`the file is ${facts}`);
      return expectPortraitOnWhite(bytes);
    },
  },
  {
    id: 'shop',
    name: 'shop photo',
    async run({ tab, wire }) {
      await open(tab, `${wire.origin}/de/product-photo`);
      await tab.choose(fileField, [picture('mug.jpg').path]);
      await seen(tab, '[data-slot=shop-photos][data-state=open]');
      const button = `${slot('shop-bar')}${pressable(words('shop-photo:download_other', { count: 2 }))}`;
      const { bytes } = await saved(tab, button, '.zip');
      const { files } = await JSZip.loadAsync(bytes);
      const clear = await files['mug-transparent.png']?.async('nodebuffer');
      if (!clear || !files['mug-white.jpg']) throw new Error(`the zip has ${Object.keys(files).join(', ')}`);
      const truth = PNG.sync.read(readFileSync(picture('mug.jpg').path.replace('.jpg', '.alpha.png')));
      return expectIou(shapeIou(PNG.sync.read(clear), 3, truth, 0));
    },
  },
  {
    id: 'sign-in',
    name: 'sign-in',
    needsAccounts: true,
    async run({ tab, wire, site }) {
      const email = `lin.${crypto.randomUUID().slice(0, 8)}@example.com`;
      const api = await request.newContext({ baseURL: site });
      await newMember(api, email, password).finally(() => api.dispose());
      await open(tab, `${wire.origin}/de/auth`);
      await typeInto(tab, `//main${field(words('auth:email.label'))}`, email);
      await typeInto(tab, `//main${field(words('auth:password.label'))}`, password);
      await press(tab, `//main//form${pressable(words('auth:signIn.submit'))}`);
      const isSignedIn = () =>
        until(tab, 'the account', () =>
          tab.evaluate(
            // The account has a language of its own, which the page changes to.
            (address) => location.pathname.endsWith('/auth/account') && document.body.innerText.includes(address),
            email,
          ),
        );
      await isSignedIn();
      // The session survives a reload.
      await open(tab, `${wire.origin}/de/auth/account`);
      await isSignedIn();
      return 'the session survives a reload';
    },
  },
  {
    id: 'offline',
    name: 'offline',
    async run({ tab, wire }) {
      await open(tab, `${wire.origin}/de/single`);
      await until(tab, 'everything saved for use offline', () =>
        tab.evaluate(async () => {
          if (!navigator.serviceWorker?.controller) return false;
          const held = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          const paths = held.flat().map(({ url }) => new URL(url).pathname);
          const model = paths.find((path) => path.endsWith('/models/manifest.json'));
          if (!model) return false;
          // The model is in parts, which are saved one after the other.
          const manifest = await (await fetch(model)).text();
          const parts = [...manifest.matchAll(/[\w.-]+\.bin/g)].map(([file]) => `/models/${file}`);
          const awaited = ['/de/single', '/offline.html', ...parts];
          return (
            awaited.every((path) => paths.includes(path)) && paths.some((path) => path.endsWith('/de/editor.json'))
          );
        }),
      );
      wire.close();
      await open(tab, `${wire.origin}/de/single`);
      await tab.choose(fileField, [picture('small/mug.jpg').path]);
      await seen(tab, '[data-slot=session-view][data-state=done]');
      const { bytes } = await saved(tab, pressable(words('tool:download', { format: 'PNG' })), '.png');
      return expectIou(iouWithTruth('small/mug.jpg', bytes));
    },
  },
];

/**
 * Compares the middles of the squares of a checkerboard in the upper left corner, away from their smoothed edges.
 * @throws when they are not squares of two colours in turn.
 */
function expectSquares({ width, data }: PNG): string {
  const tones = [[], []] as [number[], number[]];
  for (let y = 0; y < 60; y += 1) {
    for (let x = 0; x < 60; x += 1) {
      const isInside = [x, y].every((at) => at % squarePx > 0 && at % squarePx < squarePx - 1);
      const isEven = (Math.floor(x / squarePx) + Math.floor(y / squarePx)) % 2 === 0;
      if (isInside) tones[isEven ? 0 : 1].push(data[(y * width + x) * 4] ?? 0);
    }
  }
  const [even, odd] = tones.map((each) => [Math.min(...each), Math.max(...each)] as const);
  const isPlain = [even, odd].every(([darkest, lightest] = [0, 255]) => lightest - darkest <= maxDither);
  if (!even || !odd || !isPlain || Math.abs(even[0] - odd[0]) <= 2 * maxDither)
    throw new Error(`the squares have tones of ${even?.join('…')} and ${odd?.join('…')}`);
  return `squares of ${squarePx} px`;
}

/** @throws when the cutout differs too much from the exact matte. */
function expectIou(iou: number): string {
  if (iou < minIou) throw new Error(`IoU with the exact matte ${iou.toFixed(3)}`);
  return `IoU ${iou.toFixed(3)}`;
}

/**
 * Returns the intersection over union of two shapes, each stretched from the box around it to the same grid. The place
 * and size of the product in a shop's photo are the site's choice; its outline is the product's.
 */
function shapeIou(one: PNG, oneChannel: number, other: PNG, otherChannel: number): number {
  const [first, second] = [boxOf(one, oneChannel), boxOf(other, otherChannel)];
  const grid = 400;
  let [both, either] = [0, 0];
  for (let at = 0; at < grid * grid; at += 1) {
    const [x, y] = [(at % grid) + 0.5, Math.floor(at / grid) + 0.5];
    const [isIn, isInOther] = [first(x / grid, y / grid), second(x / grid, y / grid)];
    if (isIn && isInOther) both += 1;
    if (isIn || isInOther) either += 1;
  }
  return both / either;
}

/** Returns a function that looks up whether a place in the box around the shape, 0…1, is in the shape. */
function boxOf({ width, height, data }: PNG, channel: number): (x: number, y: number) => boolean {
  const isIn = (x: number, y: number) => (data[(y * width + x) * 4 + channel] ?? 0) >= 128;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isIn(x, y)) continue;
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ];
    }
  }
  return (x, y) => isIn(Math.floor(left + x * (right - left)), Math.floor(top + y * (bottom - top)));
}

/** @throws when the upper corners of the photo are not white, or its middle is. */
function expectPortraitOnWhite(file: Buffer): string {
  const { width, height, data } = jpeg.decode(file, { useTArray: true });
  const darkest = (x: number, y: number) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    return Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  };
  const corners = [darkest(0.01, 0.01), darkest(0.99, 0.01)];
  if (corners.some((value) => value < 250)) throw new Error(`the corners are not white: ${corners.join(', ')}`);
  if (darkest(0.5, 0.5) > 240) throw new Error('there is no face in the middle');
  return `${width} × ${height} px, 300 dpi`;
}
