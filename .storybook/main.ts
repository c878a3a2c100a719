import type { StorybookConfig } from '@storybook/react-vite';
import tailwindcss from '@tailwindcss/vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    '../packages/ui/src/**/*.mdx',
    '../packages/{ui,admin,editor,batch,id-photo,membership,shop-photo}/src/**/*.stories.tsx',
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), tailwindcss()],
    // These know `light-dark()`. Translated for older ones it would work on the root only, and docs pages nest themes.
    // The large chunks are Storybook's own and axe's.
    build: { ...vite.build, cssTarget: ['chrome123', 'firefox120', 'safari17.5'], chunkSizeWarningLimit: 1_500 },
  }),
};

export default config;
