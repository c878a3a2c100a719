import { useCallback, useEffect, useMemo, useState } from 'react';

import {
  type Matte,
  ownTransparencyModel,
  type Prompt,
  type Segmentation,
  type Segmenter,
  type SegmenterSource,
} from '../public-api.ts';
import { type CutoutCallOptions, type CutoutState, runCutout } from '../shared/run-cutout.ts';
import { type SharedOptions, sharedSegmenter } from '../shared/shared-segmenter.ts';

export interface CutoutOptions
  extends CutoutCallOptions, Pick<SharedOptions, 'manifestUrl' | 'model' | 'threads' | 'provider' | 'runtimeUrl'> {
  /**
   * A segmenter of your own, which you dispose of. The options of a segmenter are then not used. Default: one that the page's
   * components with equal options share, and that lives as long as the page.
   */
  readonly segmenter?: Segmenter;
}

/** The state of a cut-out, and a function that tries again. */
export type Cutout = CutoutState & {
  /** Processes the source again, after a failure for example. */
  readonly retry: () => void;
};

/** An image, and how its subject is found. */
interface SourceImage {
  readonly source: SegmenterSource | null | undefined;
  readonly segmenter: () => Segmenter;
  readonly options: Pick<CutoutCallOptions, 'detail' | 'transparency'>;
  /** The matte of everything that the network finds, once a call without a prompt is done. */
  matte?: Matte;
}

/**
 * Cuts out a source in the browser. When the source or an option changes, and when the component is unmounted, the work is
 * aborted and the earlier result's URL is revoked. On a server, the state is `working`. A prompt is compared by its values.
 * When it is given after a result without a prompt, the network processes only its surroundings.
 * @param source `null` or `undefined` while there is none. A source is compared by identity: keep it in a state or a ref.
 * @example
 * const cutout = useCutout(file, { manifestUrl: '/models/manifest.json' });
 * if (cutout.status === 'done') return <img src={cutout.url} alt="" />;
 * if (cutout.status === 'failed') return <button onClick={cutout.retry}>{cutout.error.code}</button>;
 */
export function useCutout(source: SegmenterSource | null | undefined, options: CutoutOptions = {}): Cutout {
  const { segmenter, detail, transparency, background, prompt } = options;
  const { manifestUrl, model, threads, provider, runtimeUrl } = options;
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<{ readonly job: object; readonly state: CutoutState }>();

  // Addresses are compared by their text, because `new URL(…)` in a component makes another object each time.
  const [manifestText, runtimeText] = [textOf(manifestUrl), textOf(runtimeUrl)];
  const image = useMemo(
    (): SourceImage => ({
      source,
      segmenter: () =>
        segmenter ??
        sharedSegmenter(definedOf({ manifestUrl: manifestText, runtimeUrl: runtimeText, model, threads, provider })),
      options: definedOf({ detail, transparency }),
    }),
    [source, segmenter, detail, transparency, manifestText, runtimeText, model, threads, provider],
  );
  const promptText = prompt && JSON.stringify({ points: prompt.points, box: prompt.box });
  const promptMatte = prompt?.matte;
  const job = useMemo(
    () => ({
      attempt,
      image,
      background,
      prompt: promptText === undefined ? undefined : (JSON.parse(promptText) as Prompt),
      promptMatte,
    }),
    [attempt, image, background, promptText, promptMatte],
  );

  useEffect(() => {
    if (job.image.source === null || job.image.source === undefined) return undefined;
    return runCutout(job.image.source, job.image.segmenter, callOf(job), (state) => {
      if (state.status === 'done' && !job.prompt) keepMatte(job.image, state.segmentation);
      setShown({ job, state });
    });
  }, [job]);

  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  if (source === null || source === undefined) return { status: 'idle', retry };
  // The state of an earlier source or of earlier options is not shown.
  return { ...(shown?.job === job ? shown.state : { status: 'working' }), retry };
}

interface Job {
  readonly image: SourceImage;
  readonly background: string | undefined;
  readonly prompt: Prompt | undefined;
  readonly promptMatte: Matte | undefined;
}

function callOf({ image, background, prompt, promptMatte = image.matte }: Job): CutoutCallOptions {
  const whole = prompt && { ...prompt, ...(promptMatte && { matte: promptMatte }) };
  return { ...image.options, ...definedOf({ background, prompt: whole }) };
}

/** Keeps a matte for later prompts. An image's own transparency does not show what the network finds. */
function keepMatte(image: SourceImage, { matte, run }: Segmentation<'png'>): void {
  if (run.model !== ownTransparencyModel) image.matte = matte;
}

function textOf(address: string | URL | undefined): string | undefined {
  return address === undefined ? undefined : String(address);
}

/** Removes the properties that are undefined. */
function definedOf<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
