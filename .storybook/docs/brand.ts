import { create } from 'storybook/theming';

const shared = {
  brandTitle: 'Isola',
  brandUrl: './',
  fontBase: '"Inter Variable", system-ui, sans-serif',
  appBorderRadius: 6,
  inputBorderRadius: 6,
} as const;

/**
 * Theme of Storybook’s own interface, in the colours of the UI kit. Storybook accepts only hex colours, no custom
 * properties; these values are the tokens `paper`, `sheet`, `line`, `ink`, `soft` and `accent`.
 */
export const light = create({
  ...shared,
  base: 'light',
  appBg: '#f5f3ef',
  appContentBg: '#fbfaf7',
  appPreviewBg: '#fbfaf7',
  appBorderColor: '#dedbd5',
  barBg: '#ffffff',
  textColor: '#1d1a15',
  textMutedColor: '#55514a',
  colorPrimary: '#cf2c1d',
  colorSecondary: '#b62317',
});

export const dark = create({
  ...shared,
  base: 'dark',
  appBg: '#0c0d10',
  appContentBg: '#121417',
  appPreviewBg: '#121417',
  appBorderColor: '#34373d',
  barBg: '#191c20',
  textColor: '#eef0f2',
  textMutedColor: '#b6b9bf',
  colorPrimary: '#f4816a',
  colorSecondary: '#f4816a',
});
