import type { Size } from '@isola/imaging';

const cmPerInch = 2.54;

/** Formats the size of an image on paper, in centimetres. */
export function onPaper(language: string, dotsPerInch: number, size: Size): string {
  const centimetres = (lengthPx: number, style: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, { ...style, maximumFractionDigits: 1 }).format(
      (lengthPx / dotsPerInch) * cmPerInch,
    );
  const height = centimetres(size.heightPx, { style: 'unit', unit: 'centimeter' });
  return `${centimetres(size.widthPx, {})} × ${height}`;
}
