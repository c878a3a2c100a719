import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';

import { DocsPage } from './docs/docs-page.tsx';
import { describeAttributes, extractArgTypes, extractComponentDescription } from './docs/extract-arg-types.ts';
import { ThemedCode, ThemedSource } from './docs/themed-source.tsx';
import { settings, viewports } from './settings.ts';
import './preview.css';
import { withDocument } from './with-document.tsx';
import { loadWords, withWords } from './with-words.tsx';

// Raises the timeout of asynchronous queries, because test machines under load are slow.
configure({ asyncUtilTimeout: 30_000 });

const preview: Preview = {
  tags: ['autodocs'],
  argTypesEnhancers: [describeAttributes],
  loaders: [loadWords],
  // Storybook nests decorators from first to last: the last one is the outermost.
  decorators: [withWords, withDocument],
  // Only a few stories carry the tag `visual`: those that show the most, so that a changed token or font is visible in
  // them.
  async afterEach({ id, tags, canvasElement }) {
    if (tags.includes('visual')) await globalThis.compareStory?.(id, canvasElement);
  },
  globalTypes: settings,
  initialGlobals: { theme: 'light', locale: 'en', motion: 'full' },
  parameters: {
    a11y: { test: 'error' },
    backgrounds: { disable: true },
    viewport: { options: viewports },
    controls: { expanded: true },
    docs: {
      container: DocsPage,
      components: { Source: ThemedSource, code: ThemedCode },
      extractArgTypes,
      extractComponentDescription,
      toc: { headingSelector: 'h2' },
    },
    options: {
      storySort: {
        order: [
          'Introduction',
          'Foundations',
          'Actions',
          'Forms',
          'Feedback',
          'Overlays',
          'Navigation',
          'Data',
          'Content',
          'Image tools',
          'Screens',
        ],
      },
    },
  },
};

export default preview;
