import { html, raw } from 'hono/html';

import { base } from './doc-pages.ts';
import { icon } from './icons.ts';
import { codeBlock } from './render-markdown.ts';

export interface Sample {
  readonly label: string;
  /** Address of the image. */
  readonly address: string;
  readonly thumbnail: string;
}

/**
 * Renders the playground. The example's script uses the page's first `<input>` and its first `<img>`, so no other may
 * stand before them.
 * @param example code that the page runs and shows.
 */
export function playgroundPage(example: string, samples: readonly Sample[]) {
  return html`<h1>Playground</h1>
    <p class="lead">
      The script on this page is the example of the README, unchanged. It runs on an image of yours, in this browser.
      The image is not sent anywhere.
    </p>
    <div class="playground" data-state="idle">
      <section class="stage" aria-label="Image">
        <svg class="cut-line" aria-hidden="true"><rect width="100%" height="100%" rx="16" /></svg>
        <div class="stage-images">
          <img id="result" alt="The cut-out" />
          <img id="original" alt="" />
        </div>
        <label class="picker">
          <input type="file" accept="image/jpeg,image/png,image/webp" />
          <span class="primary-button">Choose an image</span>
          <span class="picker-hint">or drop or paste one: JPEG, PNG or WebP</span>
        </label>
      </section>
      <p class="stage-state" role="status">The first image also loads the model (39 MB), once.</p>
      <div class="stage-actions">
        <span>Samples</span>
        ${samples.map(
          ({ label, address, thumbnail }) =>
            html`<button type="button" class="sample" data-sample="${address}">
              <img src="${thumbnail}" alt="" width="40" height="40" />${label}
            </button>`,
        )}
        <a id="download" class="secondary-button" hidden>Download PNG</a>
      </div>
      <section class="playground-code" aria-labelledby="code-heading">
        <h2 id="code-heading">The lines that run</h2>
        ${raw(codeBlock(example, 'js'))}
        <h2 id="output-heading">console.log(run)</h2>
        <pre
          id="output"
          role="log"
          aria-labelledby="output-heading"
          tabindex="0"
        ><code>Nothing has run yet.</code></pre>
        <p>
          <a href="${base}/packages/segmenter">Install the library ${icon('arrow')}</a>
          <a href="${base}/packages/segmenter#options-of-a-call">All options ${icon('arrow')}</a>
          <a href="${base}/packages/segmenter#licences-of-the-weights">Licences of the weights ${icon('arrow')}</a>
        </p>
      </section>
    </div>`;
}
