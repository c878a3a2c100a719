import { check, type Rule } from '../api/check.ts';

/** Format of a result. The last two are bytes without a file format: RGBA, or alpha alone, row by row. */
export type OutputFormat = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/x-rgba8' | 'image/x-alpha8';

/** The options of `@imgly/background-removal`. `docs/from-imgly.md` lists the differences. */
export interface Config {
  /**
   * Folder with the `manifest.json` that `isola-models` wrote, absolute or relative to the page.
   * @default '/models/'
   */
  publicPath?: string;
  /** Writes the configuration, the events of the segmenter and the progress to the console. @default false */
  debug?: boolean;
  /** `false`: the result has 1024 × 1024 pixels. @default true */
  rescale?: boolean;
  /** Accepted, without effect: the processor does the work. @default 'cpu' */
  device?: 'cpu' | 'gpu';
  /** Accepted, without effect: a worker always does the work. @default false */
  proxyToWorker?: boolean;
  /** The fields `headers` and `credentials` are used for the requests for the model's files. Others have no effect. */
  fetchArgs?: RequestInit;
  /**
   * Called with `fetch:/models/…` and bytes while the model is loaded. `removeBackground` also calls it with
   * `compute:decode`, `compute:inference`, `compute:mask` and `compute:encode`, and 0 to 4 of 4.
   */
  progress?: (key: string, current: number, total: number) => void;
  /** Accepted: the model of the manifest is used for each value. @default 'medium' */
  model?: 'isnet' | 'isnet_fp16' | 'isnet_quint8' | 'large' | 'medium' | 'small';
  output?: {
    /** @default 'image/png' */
    format?: OutputFormat;
    /** Quality of JPEG and WebP, 0…1. @default 0.8 */
    quality?: number;
    /** Ignored, as by img.ly's package. Call `segmentForeground` or `removeForeground` instead. */
    type?: 'foreground' | 'background' | 'mask';
  };
}

/** A complete configuration. */
export interface ResolvedConfig {
  readonly manifestUrl: string;
  readonly modelRequest: Pick<RequestInit, 'headers' | 'credentials'>;
  /** Key of the download's progress. */
  readonly fetchKey: string;
  readonly progress: NonNullable<Config['progress']>;
  readonly isDebugged: boolean;
  readonly isRescaled: boolean;
  readonly format: OutputFormat;
  readonly quality: number;
}

/** img.ly's names of its models, by the values of the option `model`. */
const models = {
  isnet: 'isnet',
  isnet_fp16: 'isnet_fp16',
  isnet_quint8: 'isnet_quint8',
  large: 'isnet',
  medium: 'isnet_fp16',
  small: 'isnet_quint8',
} as const;

const formats: readonly OutputFormat[] = ['image/png', 'image/jpeg', 'image/webp', 'image/x-rgba8', 'image/x-alpha8'];

const oneOf = (...known: readonly unknown[]): Rule => ({
  must: `one of ${known.join(', ')}`,
  isMet: (value) => known.includes(value),
});
const either = oneOf(true, false);
const object: Rule = { must: 'an object', isMet: (value) => typeof value === 'object' && value !== null };

const configRules: Readonly<Record<keyof Config, Rule>> = {
  publicPath: { must: 'an address', isMet: (value) => typeof value === 'string' },
  debug: either,
  rescale: either,
  device: oneOf('cpu', 'gpu'),
  proxyToWorker: either,
  fetchArgs: object,
  progress: { must: 'a function', isMet: (value) => typeof value === 'function' },
  model: oneOf(...Object.keys(models)),
  output: object,
};

const outputRules: Readonly<Record<keyof NonNullable<Config['output']>, Rule>> = {
  format: oneOf(...formats),
  quality: { must: 'a number from 0 to 1', isMet: (value) => typeof value === 'number' && value >= 0 && value <= 1 },
  type: oneOf('foreground', 'background', 'mask'),
};

/**
 * Completes a configuration.
 * @throws {RangeError} for a value that an option cannot have. Unknown options are ignored with a warning, because img.ly's
 *   package ignores them, too.
 */
export function resolveConfig(config: Config = {}): ResolvedConfig {
  check(knownOf(config, configRules), configRules);
  const { publicPath = '/models/', debug = false, rescale = true, fetchArgs = {}, model = 'medium' } = config;
  const output = config.output ?? {};
  check(knownOf(output, outputRules, 'output.'), outputRules, 'output.');
  const { headers, credentials } = fetchArgs;
  const log = (key: string, current: number, total: number) => console.debug(`${key}: ${current} of ${total}`);
  return {
    manifestUrl: `${publicPath.replace(/\/?$/, '/')}manifest.json`,
    modelRequest: { ...(headers && { headers }), ...(credentials && { credentials }) },
    fetchKey: `fetch:/models/${models[model]}`,
    progress: config.progress ?? (debug ? log : () => undefined),
    isDebugged: debug,
    isRescaled: rescale,
    format: output.format ?? 'image/png',
    quality: output.quality ?? 0.8,
  };
}

function knownOf(options: object, rules: object, prefix = ''): object {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(rules, name));
  for (const name of unknown) console.warn(`@isola/segmenter/compat ignores the unknown option ${prefix}${name}.`);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !unknown.includes(name)));
}
