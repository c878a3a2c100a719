import type common from './locales/zh/common.json';
import type errors from './locales/zh/errors.json';
import type home from './locales/zh/home.json';
import type tool from './locales/zh/tool.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    /** The default language's bundles are the list of keys: a key that is not there is a type error. */
    resources: { common: typeof common; errors: typeof errors; home: typeof home; tool: typeof tool };
  }
}
