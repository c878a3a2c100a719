import type { SegmenterSource } from '../public-api.ts';
import { type CutoutCallOptions, type CutoutState, runCutout } from '../shared/run-cutout.ts';
import { type SharedOptions, sharedSegmenter } from '../shared/shared-segmenter.ts';

const styles = `
  :host { display: inline-block; }
  :host([hidden]), [hidden] { display: none !important; }
  img { display: block; max-width: 100%; height: auto; }
  progress { display: block; width: 100%; }
`;

/** Attributes that are options of the segmenter or of its call, with the option's name. */
const optionNames = {
  'manifest-url': 'manifestUrl',
  model: 'model',
  'runtime-url': 'runtimeUrl',
  detail: 'detail',
  transparency: 'transparency',
  background: 'background',
} as const;

/** `HTMLElement`, or `Object` on a server, where the module can be imported but the element cannot be used. */
const Base = (typeof HTMLElement === 'undefined' ? Object : HTMLElement) as typeof HTMLElement;

/**
 * The element `<isola-cutout src="photo.jpg" alt="A chair">`, an image without its background. It shows the original until the
 * cut-out is ready, and when it fails.
 *
 * - **Attributes**: `src`, `alt`, `manifest-url`, `model`, `runtime-url`, `detail`, `transparency`, `background`. They are the
 *   options of `createSegmenter` and `segment`. Addresses are relative to the page. A change starts again.
 * - **Events**, which bubble: `isola-progress`, `isola-cutout` and `isola-error`. Their `detail` is the new `state`.
 * - **Parts**: `image`, `progress`. **Slots**: the default slot, which is shown while the image is processed, and `error`,
 *   which is shown after a failure. The element contains no text of its own.
 * - `aria-busy` is `true` while the image is processed. Without `alt`, the image counts as decoration.
 */
export class CutoutElement extends Base {
  static readonly observedAttributes: readonly string[] = ['src', 'alt', ...Object.keys(optionNames)];

  #source: SegmenterSource | undefined;
  #state: CutoutState = { status: 'idle' };
  #stop: (() => void) | undefined;
  #originalUrl: string | undefined;
  #isScheduled = false;

  /** A source that is not an address, such as a `File`. It is used instead of `src`. */
  get source(): SegmenterSource | undefined {
    return this.#source;
  }

  set source(source: SegmenterSource | undefined) {
    this.#source = source;
    this.#schedule();
  }

  /** The current state. */
  get state(): CutoutState {
    return this.#state;
  }

  /** Processes the image again, after a failure for example. */
  retry(): void {
    this.#schedule();
  }

  connectedCallback(): void {
    if (!this.shadowRoot) this.#build();
    this.#schedule();
  }

  disconnectedCallback(): void {
    this.#end();
  }

  attributeChangedCallback(name: string): void {
    if (name === 'alt') this.#setAlt();
    else this.#schedule();
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' });
    // A style element would need the page's policy to allow inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const image = Object.assign(document.createElement('img'), { part: 'image' });
    const progress = Object.assign(document.createElement('progress'), { part: 'progress', hidden: true });
    progress.ariaHidden = 'true';
    const waiting = Object.assign(document.createElement('slot'), { hidden: true });
    const error = Object.assign(document.createElement('slot'), { name: 'error', hidden: true });
    root.append(image, progress, waiting, error);
    this.#setAlt();
  }

  #setAlt(): void {
    const image = this.shadowRoot?.querySelector('img');
    if (image) image.alt = this.getAttribute('alt') ?? '';
  }

  /** Starts after the current script, so that several changes start the work once. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.isConnected) this.#start();
    });
  }

  #start(): void {
    this.#end();
    const source = this.#source ?? (this.getAttribute('src') || undefined);
    this.#showOriginal(source);
    if (source === undefined) return this.#show({ status: 'idle' });
    this.#show({ status: 'working' });
    const options = this.#options();
    const { detail, transparency, background, ...shared } = options;
    const call = Object.fromEntries(
      Object.entries({ detail, transparency, background }).filter(([, value]) => value !== undefined),
    ) as CutoutCallOptions;
    this.#stop = runCutout(
      source,
      () => sharedSegmenter(shared),
      call,
      (state) => this.#show(state),
    );
    return undefined;
  }

  #options(): SharedOptions & CutoutCallOptions {
    const given = Object.entries(optionNames).flatMap(([attribute, option]) => {
      const value = this.getAttribute(attribute);
      return value === null ? [] : [[option, value]];
    });
    // The segmenter checks the values; an invalid one makes the cut-out fail with a message that names it.
    return Object.fromEntries(given) as SharedOptions & CutoutCallOptions;
  }

  #end(): void {
    this.#stop?.();
    this.#stop = undefined;
    if (this.#originalUrl !== undefined) URL.revokeObjectURL(this.#originalUrl);
    this.#originalUrl = undefined;
  }

  #showOriginal(source: SegmenterSource | undefined): void {
    const image = this.shadowRoot?.querySelector('img');
    if (!image) return;
    if (source instanceof Blob) this.#originalUrl = URL.createObjectURL(source);
    const address = typeof source === 'string' || source instanceof URL ? String(source) : this.#originalUrl;
    if (address === undefined) image.removeAttribute('src');
    else image.src = address;
  }

  #show(state: CutoutState): void {
    this.#state = state;
    const { status } = state;
    const root = this.shadowRoot;
    const [image, progress] = [root?.querySelector('img'), root?.querySelector('progress')];
    const [waiting, error] = root?.querySelectorAll('slot') ?? [];
    if (!image || !progress || !waiting || !error) return;
    if (status === 'done') image.src = state.url;
    progress.hidden = waiting.hidden = status !== 'working';
    error.hidden = status !== 'failed';
    progress.removeAttribute('value');
    if (status === 'working' && state.progress) {
      progress.max = state.progress.total;
      progress.value = state.progress.loaded;
    }
    this.ariaBusy = String(status === 'working');
    const type = { idle: undefined, working: 'isola-progress', done: 'isola-cutout', failed: 'isola-error' }[status];
    if (type !== undefined) {
      this.dispatchEvent(new CustomEvent<CutoutState>(type, { detail: state, bubbles: true, composed: true }));
    }
  }
}
