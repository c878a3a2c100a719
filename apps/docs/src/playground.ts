/**
 * Surrounds the example's script, which the page runs unchanged: hands it samples, dropped and pasted images through its
 * `<input>`, and shows what it writes to the console and into its `<img>`.
 */
const playground = found('.playground', HTMLElement);
const input = found('.playground input', HTMLInputElement);
const result = found('#result', HTMLImageElement);
const original = found('#original', HTMLImageElement);
const state = found('.stage-state', HTMLElement);
const output = found('#output code', HTMLElement);
const download = found('#download', HTMLAnchorElement);

/** Error of the example: one of the segmenter, which has a code, or any other. */
interface Failure {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  readonly detail?: string;
}

let startedAt = 0;

input.addEventListener('change', () => {
  const [file] = input.files ?? [];
  if (!file) return;
  startedAt = performance.now();
  playground.dataset['state'] = 'working';
  state.textContent = 'Finding the subject. The first image also loads the model (39 MB), once.';
  download.hidden = true;
  URL.revokeObjectURL(original.src);
  original.src = URL.createObjectURL(file);
  download.download = `${file.name.replace(/\.[^.]*$/, '')}.cutout.png`;
});

result.addEventListener('load', () => {
  playground.dataset['state'] = 'done';
  state.textContent = `Done in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s. The image has not left this device.`;
  download.href = result.src;
  download.hidden = false;
});

const { console: shown } = globalThis;
const log = shown.log.bind(shown);
shown.log = (...values: unknown[]) => {
  log(...values);
  output.textContent = values.map((value) => JSON.stringify(value, tenths, 2)).join(' ');
};

// The example does not handle errors, so each one ends here.
addEventListener('unhandledrejection', ({ reason }) => {
  const { name = 'Error', code, detail = '', message = '' } = (reason ?? {}) as Failure;
  playground.dataset['state'] = 'failed';
  state.textContent = 'The call was rejected. The reason is in the output.';
  output.textContent = code === undefined ? `${name}: ${message}` : `${name}: ${code} (${detail})`;
});

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-sample]')) {
  button.addEventListener('click', () => void openSample(button.dataset['sample'] ?? ''));
}
addEventListener('dragover', (event) => {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  playground.toggleAttribute('data-over', true);
});
addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) playground.toggleAttribute('data-over', false);
});
addEventListener('drop', (event) => {
  event.preventDefault();
  playground.toggleAttribute('data-over', false);
  open(event.dataTransfer?.files[0]);
});
addEventListener('paste', ({ clipboardData }) => open(clipboardData?.files[0]));

/** Rounds numbers in JSON, because the times of a run have many decimal places. */
function tenths(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}

/** Gives a file to the example, as if the reader had chosen it. */
function open(file: File | undefined): void {
  if (!file) return;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function openSample(address: string): Promise<void> {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) {
    state.textContent = 'The sample could not be loaded.';
    return;
  }
  const blob = await response.blob();
  open(new File([blob], address.slice(address.lastIndexOf('/') + 1), { type: blob.type }));
}

/** @throws when the page has no such element. */
function found<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return element;
}
