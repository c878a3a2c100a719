import type {
  BackgroundParams,
  Compositor,
  EditParams,
  EncodingParams,
  OutputTransform,
  Progress,
  RenderedView,
  RenderQuality,
} from '@isola/imaging';

import type { Failure } from '../model/failure.ts';
import type { KeyedTarget } from './create-keyed-targets.ts';
import { failureOf } from './rendering-failure.ts';
import type { ResolvedBackground } from './resolve-background.ts';
import { startTask, type Task } from './start-task.ts';

/** A result that was composed for the screen. */
export interface ShownView extends RenderedView {
  /** Transform of this view. While the next view is made, the state's transform differs. */
  readonly transform: OutputTransform;
  readonly background: ResolvedBackground;
}

/** The background without the subject. The canvas paints the subject over it while the subject is moved or refined. */
export interface Backdrop {
  readonly bitmap: ImageBitmap;
  /** Key of the pixels: of the background at its size and, if it follows the image, at its place. */
  readonly key: string;
  /** Key of the background alone. It is equal for the same background at any size and place. */
  readonly backgroundKey: string;
}

/**
 * The whole cutout in its tone, at the size of a draft. The canvas paints it in place of the cutout until a view is
 * composed.
 */
export interface TonedSubject {
  readonly bitmap: ImageBitmap;
  readonly key: string;
}

export interface ViewState {
  /** The last result that was composed for the screen. */
  readonly view: ShownView | undefined;
  /** True while the view shows the current state. The last view stays visible while the next one is made. */
  readonly isViewCurrent: boolean;
  /**
   * Bitmap of the background, once it was needed. While the size of the result changes, the bitmap of the last size
   * stays: a background that does not follow the image fills any size.
   */
  readonly backdrop: Backdrop | undefined;
  /** Undefined while the tone changes nothing, and until the cutout is rendered in it. */
  readonly subject: TonedSubject | undefined;
  /** Share of the subject that the network has enlarged for the screen, 0…1; undefined while it does not work. */
  readonly enlargingView: number | undefined;
  /** Failure of the last refinement or composition for the screen. */
  readonly failure: Failure | undefined;
}

/** Composes what the screen shows of the newest target. */
export interface ViewPipeline {
  /** @param isPreview True delays the work a little, because the next preview may follow at once. */
  readonly composeView: (isPreview: boolean) => void;
  readonly composeBackdrop: () => void;
  /** @param isPreview True waits for the end of the change. */
  readonly composeSubject: (isPreview: boolean) => void;
}

export interface ViewPipelineOptions {
  readonly compositor: Pick<Compositor<BackgroundParams, EncodingParams, EditParams>, 'render' | 'renderBackground'>;
  /** Returns the current target. */
  readonly getTarget: () => KeyedTarget;
  /** Returns the signal that ends all work; undefined while there is no listener. */
  readonly getLifetime: () => AbortSignal | undefined;
  /** Number of requests for each output. */
  readonly needs: Readonly<Record<'view' | 'fine' | 'backdrop' | 'subject', number>>;
  readonly getState: () => ViewState;
  readonly update: (change: Partial<ViewState>) => void;
}

/** Delay of a preview, in milliseconds. A preview that is replaced sooner would not be seen. */
const previewDelayMs = 40;
/** Time without a change before every pixel of a view is rendered, in milliseconds. By then a drag has ended. */
export const idleDelayMs = 350;

export function createViewPipeline(options: ViewPipelineOptions): ViewPipeline {
  const { compositor, getTarget, getLifetime, needs, getState, update } = options;
  let viewTask: Task | undefined;
  let backdropTask: Task | undefined;
  let subjectTask: Task | undefined;

  return {
    composeView(isPreview) {
      viewTask?.abort();
      if (getState().enlargingView !== undefined) update({ enlargingView: undefined });
      const lifetime = getLifetime();
      const { params, background, isCutout } = getTarget();
      if (!lifetime || needs.view === 0 || isCutout) return;
      viewTask = startTask(lifetime, async ({ signal, wait }) => {
        await wait(isPreview ? previewDelayMs : 0);
        const onProgress = ({ stage, loaded, total }: Progress) => {
          if (!signal.aborted) update({ enlargingView: stage === 'enlarge' ? loaded / total : undefined });
        };
        const render = async (quality: RenderQuality) => ({
          ...(await compositor.render(params, { quality, signal, ...(params.isEnlarged && { onProgress }) })),
          transform: params.transform,
          background,
        });
        update({ view: await render('draft'), isViewCurrent: true, failure: undefined });
        if (needs.fine === 0) return;
        await wait(idleDelayMs);
        update({ view: await render('full') });
      });
      viewTask.done.catch((error: unknown) => update({ failure: failureOf(error), enlargingView: undefined }));
    },
    composeBackdrop() {
      backdropTask?.abort();
      const { params, background, backdropKey: key, backgroundKey } = getTarget();
      // The canvas paints these backgrounds itself.
      const isPainted = background.paint !== undefined || background.source.kind === 'transparent';
      const last = getState().backdrop;
      const isStretched = last?.backgroundKey === backgroundKey && !background.followsImage;
      if (last?.key !== key && !isStretched) update({ backdrop: undefined });
      const lifetime = getLifetime();
      if (!lifetime || needs.backdrop === 0 || isPainted || last?.key === key) return;
      backdropTask = startTask(lifetime, async ({ signal }) => {
        const { bitmap } = await compositor.renderBackground(params, { signal });
        update({ backdrop: { bitmap, key, backgroundKey } });
      });
      // `composeView` reports the failure. The subject is then moved over the last backdrop.
      backdropTask.done.catch(() => undefined);
    },
    composeSubject(isPreview) {
      subjectTask?.abort();
      const { params, subjectKey: key } = getTarget();
      const { subject } = getState();
      if (subject && subject.key !== key) update({ subject: undefined });
      const lifetime = getLifetime();
      if (!lifetime || needs.subject === 0 || isPreview || !key || subject?.key === key) return;
      subjectTask = startTask(lifetime, async ({ signal, wait }) => {
        await wait(idleDelayMs);
        const { edits, tone } = params;
        const { bitmap } = await compositor.render({ edits, tone }, { quality: 'draft', signal });
        update({ subject: { bitmap, key } });
      });
      // `composeView` reports the failure. The canvas then paints the cutout without its tone.
      subjectTask.done.catch(() => undefined);
    },
  };
}
