/**
 * Brand colours: colour tokens of both themes of `@isola/ui`, in sRGB and as lightness, chroma and hue of OKLCH. The
 * bundle `press` contains the name of each as `colour.<id>`.
 */
export const brandColours = [
  { id: 'cutLight', hex: '#ED4230', oklch: '0.63 0.21 30' },
  { id: 'cutDark', hex: '#F95D46', oklch: '0.68 0.195 31' },
  { id: 'inkLight', hex: '#1D1A15', oklch: '0.22 0.01 85' },
  { id: 'inkDark', hex: '#EEF0F3', oklch: '0.955 0.004 260' },
  { id: 'paperLight', hex: '#FBFAF7', oklch: '0.985 0.004 85' },
  { id: 'paperDark', hex: '#111316', oklch: '0.185 0.008 260' },
] as const;
