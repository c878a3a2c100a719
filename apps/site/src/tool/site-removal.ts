import { createRemoval } from './removal.ts';
import { siteSegmenter } from './site-segmenter.ts';

/** The photo on the table. It stays there while a person goes from page to page or changes the language. */
export const siteRemoval = createRemoval(siteSegmenter);
