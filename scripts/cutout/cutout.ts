/**
 * Cuts out files and folders with the segmenter, in Node: `npm run cutout -- --help`. Results with a preset or a size
 * limit, and those in a rare format, are rendered in a headless Chromium.
 */
import type { JsonWebKey } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';

import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { nameResults, type NamePattern, readNamePattern } from '@isola/batch';
import {
  assessMatte,
  type Doubt,
  fileFormats,
  formatOf,
  initialState,
  type Preset,
  readPresetFile,
  type ReceiptObstacle,
  withPhotographedShadow,
  withTone,
} from '@isola/editor';
import type { ShadowRefusal } from '@isola/imaging';
import {
  createSegmenter,
  cutOutAnimation,
  type FrameProgress,
  openEnlarger,
  ownTransparencyModel,
  type Outputs,
  type Part,
  type RunReport,
  type SegmentationFacts,
  type Segmenter,
  translateError,
} from '@isola/segmenter/node';
import { ConvertError } from '@isola/convert/node';
import { TwoShotsError } from '@isola/segmenter/two-shots';

import { buildEngine } from '../build.ts';
import { createCommand, existingFile, wholeNumber } from '../command.ts';
import { animationFormats, type AnimationPlan, planAnimation } from './animations.ts';
import { combineFiles } from './combine-files.ts';
import { isShownOnSheets, sheetFile, sheetOf } from './contact-sheet.ts';
import { enlargePixels } from './enlarge-pixels.ts';
import { eraseBoxes } from './erase-boxes.ts';
import { createProgressLine } from './progress-line.ts';
import { createPromptOptions } from './prompt-options.ts';
import { openBrowserRenderer } from './render-in-browser.ts';
import { pictureEndings, readPicture } from './read-picture.ts';
import { receiptKey } from './receipt-key.ts';
import { isPlain, plainRequest, renderPlain } from './render-plain.ts';
import { signed, stops, strength, toneOf } from './tone-options.ts';

interface Job {
  readonly file: string;
  /** Path in the output folder. The subfolders of an input folder are kept. */
  readonly output: string;
  readonly mask: string;
  /** Present when the file is an animation. */
  readonly animation: AnimationPlan | undefined;
}

type Line =
  | {
      readonly file: string;
      readonly output: string;
      readonly outcome: 'done';
      /** Size of the image and of its mask. */
      readonly widthPx: number;
      readonly heightPx: number;
      readonly subject: 'found' | 'none';
      readonly doubts: readonly Doubt['kind'][];
      /** Disputed parts in px of the image, the largest first. Filled when the doubts include `part-disputed`. */
      readonly disputed: readonly Part[];
      /** Reason why the result lacks the shadow of its photograph, although `--shadow photo` or the preset asks for it. */
      readonly missingShadow?: ShadowRefusal;
      /** Number of faces that `--blur-faces` has made unrecognisable. */
      readonly blurredFaces?: number;
      /** Path of the receipt. */
      readonly receipt?: string;
      /** Reason why there is no receipt, although `--receipt` asks for one. */
      readonly missingReceipt?: ReceiptObstacle;
      readonly result: { readonly widthPx: number; readonly heightPx: number; readonly sizeBytes: number };
      readonly run: RunReport;
    }
  | {
      readonly file: string;
      readonly output: string;
      readonly outcome: 'animated';
      readonly widthPx: number;
      readonly heightPx: number;
      readonly frames: number;
      /** Number of times that the animation is played; 0 is without end. */
      readonly plays: number;
      readonly subject: 'found' | 'none';
      readonly keptTransparency: boolean;
      readonly result: { readonly sizeBytes: number; readonly elapsedMs: number };
    }
  | { readonly file: string; readonly outcome: 'failed'; readonly code: string; readonly detail?: string };

/** Options for images that are rendered in a browser, which needs only the matte. */
const noOutputs: ReturnType<typeof plainRequest> = { outputs: [] };

const defaultPattern = '{name}-cutout';
const placeholders = ['name', 'counter', 'date'] as const;

const promptOptions = createPromptOptions();

const command = createCommand('npm run cutout --', 'Cuts out images and writes each result to a file.')
  .argument('<files or folders...>', 'JPEG, PNG, WebP, GIF, HEIC, AVIF, TIFF or BMP; a folder is searched at any depth')
  .requiredOption('--out <folder>', 'folder for the results')
  .option(
    '--preset <file>',
    'preset saved by the editor (.isola-preset): background, light, crop and format',
    existingFile,
  )
  .addOption(
    new Option('--detail <detail>', 'level of detail; fine takes longer')
      .choices(['standard', 'fine'])
      .default('standard'),
  )
  .addOption(
    new Option('--format <format>', 'format of the results; default: the preset’s, or PNG').choices(
      fileFormats.map(({ id }) => id),
    ),
  )
  .addOption(
    new Option('--animation <format>', 'format of animations; default: --format, or that of the animation').choices(
      animationFormats,
    ),
  )
  .option('--quality <number>', '1 to 100, for WebP, JPEG and AVIF; default: the preset’s, or 90', percent)
  .option('--max-bytes <number>', 'largest size of a result, for formats that can be reduced', wholeNumber(1))
  .addOption(
    new Option('--shadow <shadow>', 'photo keeps the shadow that the subject casts in the photograph').choices([
      'photo',
    ]),
  )
  .option('--blur-faces', 'make the faces in still images unrecognisable', false)
  .option('--exposure <stops>', 'exposure of the subject, -2 to 2; default: the preset’s, or 0', stops)
  .option('--contrast <number>', 'contrast of the subject, -100 to 100', signed)
  .option('--temperature <number>', 'white balance of the subject, -100 (cooler) to 100 (warmer)', signed)
  .option('--tint <number>', 'white balance of the subject, -100 (greener) to 100 (more magenta)', signed)
  .option('--saturation <number>', 'saturation of the subject, -100 to 100', signed)
  .option('--sharpness <number>', 'sharpening of the subject, 0 to 100', strength)
  .option('--name <pattern>', 'names of the results: {name}, {n}, {n:3}, {date}', namePattern, defaultPattern)
  .option('--jobs <number>', 'number of images processed at the same time', wholeNumber(1), 1)
  .option('--anew', 'also find the subject of transparent images, which otherwise keep their transparency', false)
  .option('--keep <x,y>', 'keep the object at this position, in pixels; may be repeated', promptOptions.keep)
  .option('--leave-out <x,y>', 'leave out the object at this position; may be repeated', promptOptions.leaveOut)
  .option('--box <left,top,width,height>', 'keep the object in this rectangle, in pixels', promptOptions.box)
  .option(
    '--erase <left,top,width,height>',
    'erase the small thing in this rectangle; may be repeated',
    promptOptions.erase,
  )
  .option('--enlarge <factor>', 'enlarge the cutout by a network on this machine, at most 4 times', enlargement)
  .option('--other-shot <file>', 'the same thing on a dark or light background: gives exact transparency', existingFile)
  .option(
    '--contact-sheet <file>',
    'also write a PDF, JPEG or PNG of all results in small, with their names',
    sheetFile,
  )
  .option(
    '--receipt <key file>',
    'also write a receipt of each still image, signed by the key in this file, which is created if it does not exist',
    receiptKey,
  )
  .option('--mask', 'also write the mask of a still image as a grey PNG', false)
  .option('--json', 'print one JSON object per line, and no progress', false)
  .option('--model <id>', 'model to use instead of the default')
  .option('--manifest <file>', 'manifest.json of other models; default: that of the build', existingFile)
  .parse();
const values = command.opts();
const outputFolder = values.out;
const tone = toneOf(values);
const hasTone = Object.keys(tone).length > 0;
const preset = await presetOf();
const jobs = await jobsOf(command.processedArgs[0]);
if (jobs.length === 0) stop('The given files and folders contain no JPEG, PNG, WebP, GIF, HEIC, AVIF, TIFF or BMP.');
const prompt = promptOptions.prompt();
if (prompt && jobs.some(({ animation }) => animation)) {
  stop('--keep, --leave-out and --box name a place in a still image. Leave the animations out.');
}
const { otherShot } = values;
if (otherShot && (jobs.length > 1 || jobs[0]?.animation || prompt || values.anew)) {
  stop('--other-shot belongs to one still image, without --keep, --leave-out, --box and --anew.');
}
const erased = promptOptions.erased();
const isComposed =
  values.preset !== undefined ||
  values.maxBytes !== undefined ||
  values.shadow !== undefined ||
  values.blurFaces ||
  hasTone ||
  values.receipt !== undefined ||
  !isPlain(preset.state.export);
const isPlainPicture = preset.state.export.format !== 'jpeg' && !isComposed && !jobs.some(({ animation }) => animation);
if (erased.length > 0 && !isPlainPicture) stopForPlainPicture('--erase');
if (values.enlarge && !isPlainPicture) stopForPlainPicture('--enlarge');

if (values.contactSheet && !isShownOnSheets(preset.state.export.format)) {
  stop('--contact-sheet shows results in PNG, WebP, JPEG and AVIF.');
}

await buildEngine();

const models = join(import.meta.dirname, '../../apps/site/public/models');
const manifestUrl = values.manifest ?? join(models, 'manifest.json');
const enlarger = values.enlarge
  ? await openEnlarger({ manifestUrl: join(models, 'enlarge/manifest.json') })
  : undefined;
const browser = isComposed ? await openBrowserRenderer() : undefined;

const lines: Line[] = [];
/** Frames of the animation that last reported its progress, while it is processed. */
let frames: FrameProgress | undefined;
const progress = createProgressLine(values.json ? undefined : process.stderr);
const startedAt = performance.now();
try {
  showProgress();
  const waiting = jobs.values();
  await Promise.all(Array.from({ length: Math.min(values.jobs, jobs.length) }, () => work(waiting)));
  if (values.contactSheet) await writeContactSheet(values.contactSheet);
} finally {
  progress.clear();
  await browser?.close();
}

const failed = lines.filter((line) => line.outcome === 'failed');
if (failed.length > 0) {
  const names = failed.map((line) => `  ${line.file}: ${whyOf(line)}`).join('\n');
  stop(`${failed.length} of ${lines.length} failed:\n${names}`);
}

/** Processes one image after the other, with a separate segmenter. */
async function work(waiting: Iterable<Job>): Promise<void> {
  await using segmenter = createSegmenter({
    manifestUrl,
    ...(values.model && { model: values.model }),
    // Networks that run at the same time share the cores.
    ...(values.jobs > 1 && { threads: Math.max(1, Math.floor(availableParallelism() / values.jobs)) }),
  });
  for (const job of waiting) {
    const line = await cutOut(job, segmenter);
    frames = undefined;
    lines.push(line);
    progress.clear();
    console.log(values.json ? JSON.stringify(line) : textOf(line));
    showProgress();
  }
}

/** Writes a contact sheet of the results, in the order of the images. */
async function writeContactSheet(file: string): Promise<void> {
  const written = new Set(lines.flatMap((line) => (line.outcome === 'failed' ? [] : [line.output])));
  const outputs = jobs.map(({ output }) => output).filter((output) => written.has(output));
  if (outputs.length === 0) return;
  const renderer = browser ?? (await openBrowserRenderer());
  try {
    write(file, await renderer.contactSheet(sheetOf(file), outputs));
  } finally {
    if (renderer !== browser) await renderer.close();
  }
  progress.clear();
  if (!values.json) console.log(`✓ ${file}  contact sheet, images: ${outputs.length}`);
}

function showProgress(): void {
  progress.show({ done: lines.length, total: jobs.length, elapsedMs: performance.now() - startedAt, frames });
}

async function cutOut({ file, output, mask, animation }: Job, segmenter: Segmenter): Promise<Line> {
  try {
    const picture = otherShot ? await combineFiles(file, otherShot) : await readPicture(file);
    if (animation) return await cutOutFrames({ file, output }, picture, segmenter, animation);
    const { outputs, background } = browser
      ? noOutputs
      : plainRequest(preset.state.export, erased.length > 0 || enlarger !== undefined);
    const cutout: SegmentationFacts & Partial<Outputs> = await segmenter.segment(picture, {
      detail: values.detail,
      transparency: values.anew ? 'cut' : 'keep',
      ...(prompt && { prompt }),
      outputs: [...outputs, ...(values.mask ? (['mask'] as const) : [])],
      ...(background && { background }),
    });
    const refusal = await eraseBoxes(cutout, erased);
    if (refusal) return { file, outcome: 'failed', code: 'not-erased', detail: refusal };
    const enlarged = enlarger && values.enlarge ? await enlargePixels(cutout, enlarger, values.enlarge) : cutout;
    if (!enlarged) return { file, outcome: 'failed', code: 'enlarged-too-large' };
    const rendered = await (browser
      ? browser.render(picture, basename(file), cutout, preset, {
          blursFaces: values.blurFaces,
          receipt: values.receipt && receiptOf(file, picture, values.receipt),
        })
      : renderPlain(enlarged, preset.state.export));
    if (rendered.outcome === 'failed') return { file, ...rendered };
    write(output, rendered.file);
    const receipt = rendered.receipt && withEnding(output, 'receipt.json');
    if (rendered.receipt && receipt) write(receipt, rendered.receipt);
    if (cutout.mask) write(mask, new Uint8Array(await cutout.mask.arrayBuffer()));
    const { widthPx, heightPx, subject, run } = cutout;
    const result = { widthPx: rendered.widthPx, heightPx: rendered.heightPx, sizeBytes: rendered.file.length };
    const doubts = assessMatte(cutout).map(({ kind }) => kind);
    const disputed = cutout.confidence.disputed.map(boxOf);
    const { missingShadow, blurredFaces } = rendered;
    const issued = {
      ...(receipt && { receipt }),
      ...(rendered.missingReceipt && { missingReceipt: rendered.missingReceipt }),
    };
    return {
      file,
      output,
      outcome: 'done',
      widthPx,
      heightPx,
      subject,
      doubts,
      disputed,
      ...(missingShadow && { missingShadow }),
      ...(blurredFaces !== undefined && { blurredFaces }),
      ...issued,
      result,
      run,
    };
  } catch (error) {
    if (error instanceof ConvertError)
      return { file, outcome: 'failed', code: error.code, ...(error.detail && { detail: error.detail }) };
    if (error instanceof TwoShotsError) return { file, outcome: 'failed', code: error.code, detail: error.detail };
    return { file, outcome: 'failed', ...translateError(error) };
  }
}

/** Cuts out the frames of an animation. @throws the errors of `cutOutAnimation`. */
async function cutOutFrames(
  { file, output }: Pick<Job, 'file' | 'output'>,
  picture: Buffer,
  segmenter: Segmenter,
  plan: AnimationPlan,
): Promise<Line> {
  if (plan.outcome === 'failed') return { file, ...plan };
  const begunAt = performance.now();
  const cutout = await cutOutAnimation(segmenter, picture, {
    format: plan.format,
    detail: values.detail,
    transparency: values.anew ? 'cut' : 'keep',
    quality: preset.state.export.quality,
    onProgress: (finished) => {
      frames = finished;
      showProgress();
    },
  });
  write(output, new Uint8Array(await cutout.file.arrayBuffer()));
  const { widthPx, heightPx, plays, subject, keptTransparency } = cutout;
  const result = { sizeBytes: cutout.file.size, elapsedMs: Math.round(performance.now() - begunAt) };
  return {
    file,
    output,
    outcome: 'animated',
    widthPx,
    heightPx,
    frames: cutout.frames,
    plays,
    subject,
    keptTransparency,
    result,
  };
}

/** Returns the part's bounding box without its strips, which would fill the line. */
function boxOf({ leftPx, topPx, widthPx, heightPx }: Part): Part {
  return { leftPx, topPx, widthPx, heightPx };
}

/** Returns the preset of the file, with the shadow, the tone and the format of the command line. */
async function presetOf(): Promise<Preset> {
  const { format, quality, maxBytes } = values;
  const choice = {
    ...(format && { format }),
    ...(quality !== undefined && { quality }),
    ...(maxBytes !== undefined && { maxBytes }),
  };
  const { state, shape } = values.preset ? await readPreset(values.preset) : { state: initialState, shape: undefined };
  const lit = values.shadow ? withPhotographedShadow(state) : state;
  return { state: withTone({ ...lit, export: { ...state.export, ...choice } }, tone), shape };
}

async function readPreset(file: string): Promise<Preset> {
  try {
    return await readPresetFile(new Blob([readFileSync(file)]));
  } catch (error) {
    return stop(`${file} is not a usable preset: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Returns a job for each image. Folders are searched at any depth for images; a file given explicitly is tried
 * regardless of its extension. Equal names get numbers.
 */
async function jobsOf(paths: readonly string[]): Promise<Job[]> {
  const files = paths.flatMap((path) => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [{ file: path, from: dirname(path) }];
    const found = globSync(`**/*.{${pictureEndings}}`, { cwd: path }).toSorted();
    return found.map((name) => ({ file: join(path, name), from: path }));
  });
  const folders = files.map(({ file, from }) => join(outputFolder, dirname(relative(from, file))));
  const animations = await Promise.all(files.map(({ file }) => planAnimation(file, { ...values, hasTone })));
  const { ending } = formatOf(preset.state.export.format, fileFormats);
  const endings = animations.map((plan) => (plan?.outcome === 'possible' ? plan.format : ending));
  const toName = (endingOf: (index: number) => string) =>
    files.map(({ file }, index) => ({ name: basename(file), ending: endingOf(index), folder: folders[index] }));
  const outputs = nameResults(
    patternOf(values.name),
    toName((index) => endings[index] ?? ending),
    { fallback: 'image' },
  );
  const taken = outputs.map((name, index) => ({ name, folder: folders[index] }));
  const maskPattern = patternOf(`${values.name.replace(/-cutout$/, '')}-mask`);
  const masks = nameResults(
    maskPattern,
    toName(() => 'png'),
    { fallback: 'image', taken },
  );
  const jobs = files.map(({ file }, index) => ({
    file,
    output: join(folders[index] ?? '', outputs[index] ?? ''),
    mask: join(folders[index] ?? '', masks[index] ?? ''),
    animation: animations[index],
  }));
  const originals = new Set(files.map(({ file }) => placeOf(file)));
  const sheet = values.contactSheet;
  const results = jobs.flatMap(({ output, mask }) => (values.mask ? [output, mask] : [output]));
  if (sheet && results.some((result) => placeOf(result) === placeOf(sheet)))
    stop(`${sheet} is one of the results, and the contact sheet would replace it. Choose another --contact-sheet.`);
  const lost = [...results, ...(sheet ? [sheet] : [])].find((result) => originals.has(placeOf(result)));
  if (lost)
    stop(
      `${lost} is one of the images, and a result would replace it. Choose another --out, --name or --contact-sheet.`,
    );
  return jobs;
}

/**
 * Returns the place of a file with all links followed and the case of the file system, if it exists: on macOS and Windows,
 * `cat.png` is the file `cat.PNG`.
 */
function placeOf(file: string): string {
  return statSync(file, { throwIfNoEntry: false }) ? realpathSync.native(file) : resolve(file);
}

function namePattern(text: string): string {
  const read = readNamePattern(text, { placeholders });
  if (read.outcome === 'read') return text;
  const { failure } = read;
  switch (failure.code) {
    case 'empty':
      throw new InvalidArgumentError('It contains no character that a file name can have.');
    case 'unknown-placeholder':
      throw new InvalidArgumentError(
        `The placeholder ${failure.placeholder} does not exist. Use {name}, {n}, {n:1} to {n:9} or {date}.`,
      );
    default:
      return failure satisfies never;
  }
}

function patternOf(text: string): NamePattern {
  const read = readNamePattern(text, { placeholders });
  if (read.outcome === 'refused') throw new Error(`${text} is not a pattern`);
  return read.pattern;
}

function percent(text: string): number {
  const number = wholeNumber(1)(text);
  if (number > 100) throw new InvalidArgumentError('It must be at most 100.');
  return number;
}

function enlargement(text: string): number {
  const number = Number(text);
  if (!(number > 1 && number <= 4)) throw new InvalidArgumentError('It must be more than 1, and at most 4.');
  return number;
}

/** Returns what a receipt of an image needs. A HEIC, for example, was converted, and two shots became one image. */
function receiptOf(file: string, picture: Buffer, key: JsonWebKey) {
  return { key, isConverted: !picture.equals(readFileSync(file)) };
}

function withEnding(path: string, ending: string): string {
  return `${path.slice(0, path.length - extname(path).length)}.${ending}`;
}

/** Writes a file as a whole or not at all: a full disk or a stop leaves the earlier file as it is. */
function write(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, bytes);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function textOf(line: Line): string {
  if (line.outcome === 'failed') return `✗ ${line.file}  ${whyOf(line)}`;
  const subject = line.subject === 'none' ? '  no subject found' : '';
  const isKept = line.outcome === 'animated' ? line.keptTransparency : line.run.model === ownTransparencyModel;
  const kept = isKept && !otherShot ? '  kept its transparency (use --anew to cut it out again)' : '';
  if (line.outcome === 'animated')
    return `✓ ${line.file}  ${line.widthPx} × ${line.heightPx}  ${line.frames} frames  ${line.result.elapsedMs} ms${kept}${subject}`;
  const { timingsMs, threads, thread } = line.run;
  const stages = Object.entries(timingsMs).map(([stage, ms]) => `${stage} ${Math.round(ms)} ms`);
  const doubts = line.doubts.filter((doubt) => doubt !== 'empty');
  const doubtful = doubts.length > 0 ? `  check the result: ${doubts.join(', ')}` : '';
  const enlarged = values.enlarge ? ` (enlarged ×${values.enlarge})` : '';
  const shadow = line.missingShadow ? `  without its shadow: ${line.missingShadow}` : '';
  const faces = line.blurredFaces === undefined ? '' : `  faces blurred: ${line.blurredFaces}`;
  const receipt = line.missingReceipt ? `  without a receipt: ${line.missingReceipt}` : '';
  return `✓ ${line.file}  ${line.result.widthPx} × ${line.result.heightPx}${enlarged}  ${stages.join(', ')}  (${thread} thread, ${threads} threads)${kept}${subject}${doubtful}${shadow}${faces}${receipt}`;
}

function whyOf(line: Line): string {
  if (line.outcome !== 'failed') return '';
  return line.detail ? `${line.code} (${line.detail})` : line.code;
}

/** Ends the command because of an option that changes the pixels of the cutout itself. */
function stopForPlainPicture(option: string): never {
  stop(
    `${option} works on still images that are written as PNG or WebP, without --preset, --max-bytes, --shadow, --blur-faces, --receipt and changes of light and colour.`,
  );
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
