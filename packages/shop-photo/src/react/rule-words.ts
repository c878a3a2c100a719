import { formatBytes, formatList, formatNumber, formatPercent, type Locale } from '@isola/i18n';
import type { FillRule, ImageFormat, MarketplaceSpec, PixelRule } from '@isola/photo-specs/marketplaces';
import type { TFunction } from 'i18next';

import type { Rule, RuleId } from '../preflight/check-shop-photo.ts';
import type { Target } from '../targets/targets.ts';

type T = TFunction<'shop-photo'>;

export interface RuleWords {
  readonly id: RuleId;
  readonly name: string;
  readonly measured: string;
  /** Allowed value as part of a sentence: "allowed: at least 85 %". */
  readonly allowed: string;
  readonly state: string;
}

/** Returns the texts of a rule of a finished file. */
export function ruleWords(rule: Rule, t: T, locale: Locale): RuleWords {
  return {
    id: rule.id,
    name: t(`rule.${rule.id}`),
    measured: measuredWords(rule, t, locale),
    allowed: rule.state === 'unstated' ? t('unstated') : t('allowed.label', { text: allowedWords(rule, t, locale) }),
    state: t(`state.${rule.state}`),
  };
}

/** Returns the texts of the rules that will be measured, before a file exists. */
export function plannedWords(
  { spec, background }: Target,
  t: T,
  locale: Locale,
): readonly { readonly id: RuleId; readonly name: string; readonly allowed: string }[] {
  const ratio = spec.ratio && `${spec.ratio.width}:${spec.ratio.height}`;
  const rows: readonly (readonly [RuleId, string | undefined])[] = [
    ['pixels', pixelWords(spec.pixels, t)],
    ['ratio', ratio],
    ['background', borderWords(background, t)],
    ['fill', fillWords(spec.fill, t, locale)],
    ['edge', t('allowed.edge')],
    ['format', formatWords(spec.formats, locale)],
    ['file-size', fileSizeWords(spec.fileSize, t, locale)],
  ];
  return rows.flatMap(([id, allowed]) => (allowed === undefined ? [] : [{ id, name: t(`rule.${id}`), allowed }]));
}

/** Returns the allowed value of a rule, as part of a sentence. */
export function allowedWords(rule: Rule, t: T, locale: Locale): string {
  switch (rule.id) {
    case 'pixels':
      return pixelWords(rule.allowed, t) ?? t('unstated');
    case 'ratio':
      return `${rule.allowed.width}:${rule.allowed.height}`;
    case 'background':
      return borderWords(rule.allowed, t);
    case 'fill':
      return fillWords(rule.allowed, t, locale) ?? t('unstated');
    case 'edge':
      return t('allowed.edge');
    case 'format':
      return formatWords(rule.allowed, locale) ?? t('unstated');
    case 'file-size':
      return fileSizeWords(rule.allowed, t, locale) ?? t('unstated');
    default:
      return rule satisfies never;
  }
}

/** Returns the measure of a rule of the finished file. */
export function measuredWords(rule: Rule, t: T, locale: Locale): string {
  switch (rule.id) {
    case 'pixels':
      return t('px', { value: `${rule.measured.widthPx} × ${rule.measured.heightPx}` });
    case 'ratio': {
      const { width, height } = rule.allowed;
      return rule.state === 'pass'
        ? `${width}:${height}`
        : `${formatNumber(locale, Math.round(rule.measured * height * 100) / 100)}:${height}`;
    }
    case 'background': {
      const { offColour, worst = '' } = rule.measured;
      return offColour === 0
        ? borderWords(rule.allowed, t)
        : t('measured.background', { count: offColour, number: formatNumber(locale, offColour), worst });
    }
    case 'fill':
      return rule.allowed?.minPx === undefined
        ? formatPercent(locale, rule.measured.share)
        : t('px', { value: rule.measured.longerSidePx });
    case 'edge':
      return rule.measured.length === 0
        ? t('measured.edge.none')
        : t('measured.edge.touches', {
            sides: formatList(
              locale,
              rule.measured.map((side) => t(`side.${side}`)),
            ),
          });
    case 'format':
      return rule.measured ? formatNames[rule.measured] : t('measured.format.unknown');
    case 'file-size':
      return formatBytes(locale, rule.measured);
    default:
      return rule satisfies never;
  }
}

/** Returns the allowed pixel size, or undefined when no source states it. */
export function pixelWords(pixels: PixelRule | undefined, t: T): string | undefined {
  if (!pixels) return undefined;
  const { side, exactPx, minPx, zoomPx, bestPx, maxPx } = pixels;
  const size = (px: number) => (side === 'both' ? `${px} × ${px}` : String(px));
  const parts = [
    ...(exactPx === undefined ? [] : [t('px', { value: size(exactPx) })]),
    ...(minPx === undefined ? [] : [t('allowed.min', { value: t('px', { value: size(minPx) }) })]),
    ...(zoomPx === undefined ? [] : [t('allowed.zoom', { value: t('px', { value: size(zoomPx) }) })]),
    ...(bestPx === undefined ? [] : [t('allowed.best', { value: t('px', { value: size(bestPx) }) })]),
    ...(maxPx === undefined ? [] : [t('allowed.max', { value: t('px', { value: size(maxPx) }) })]),
  ];
  const text = parts.join(t('join'));
  return side === 'both' ? text : t(`allowed.${side}`, { text });
}

/** Returns the allowed size of the product, or undefined when no source states it. */
export function fillWords(fill: FillRule | undefined, t: T, locale: Locale): string | undefined {
  if (!fill) return undefined;
  const { minShare, bestShare, maxShare, minPx } = fill;
  if (minPx !== undefined) {
    return t('allowed.longer', { text: t('allowed.min', { value: t('px', { value: minPx }) }) });
  }
  const percent = (share: number) => formatPercent(locale, share);
  if (minShare !== undefined && maxShare !== undefined) {
    return t('allowed.range', { from: percent(minShare), to: percent(maxShare) });
  }
  if (minShare !== undefined) return t('allowed.min', { value: percent(minShare) });
  if (maxShare !== undefined) return t('allowed.max', { value: percent(maxShare) });
  return bestShare === undefined ? undefined : t('allowed.best', { value: percent(bestShare) });
}

/** Returns the allowed file size, or undefined when no source states it. */
export function fileSizeWords(fileSize: MarketplaceSpec['fileSize'], t: T, locale: Locale): string | undefined {
  const { minBytes, maxBytes } = fileSize ?? {};
  if (minBytes !== undefined && maxBytes !== undefined) {
    return t('allowed.range', { from: formatBytes(locale, minBytes), to: formatBytes(locale, maxBytes) });
  }
  if (maxBytes !== undefined) return t('allowed.max', { value: formatBytes(locale, maxBytes) });
  return minBytes === undefined ? undefined : t('allowed.min', { value: formatBytes(locale, minBytes) });
}

/** Names of the formats. They are proper names, the same in every language. */
const formatNames: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  bmp: 'BMP',
  tiff: 'TIFF',
  heic: 'HEIC',
  avif: 'AVIF',
};

function formatWords(formats: readonly ImageFormat[] | undefined, locale: Locale): string | undefined {
  return (
    formats &&
    formatList(
      locale,
      formats.map((format) => formatNames[format]),
      'or',
    )
  );
}

function borderWords(background: string, t: T): string {
  return background === 'transparent'
    ? t('allowed.transparent')
    : t('allowed.border', { colour: background.toUpperCase() });
}
