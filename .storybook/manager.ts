import { addons } from 'storybook/manager-api';

import { dark, light } from './docs/brand.ts';

addons.setConfig({
  theme: matchMedia('(prefers-color-scheme: dark)').matches ? dark : light,
  sidebar: { showRoots: true },
});
