/** Defines the element `<isola-cutout>`. */
import { CutoutElement } from './element/cutout-element.ts';

export { CutoutElement } from './element/cutout-element.ts';
export type { CutoutState } from './shared/run-cutout.ts';

// A server, which may render a page with the element, has no elements. Another copy of this module may have defined it.
if (typeof customElements !== 'undefined' && !customElements.get('isola-cutout')) {
  customElements.define('isola-cutout', CutoutElement);
}
