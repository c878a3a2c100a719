import type { Locale } from '@isola/i18n';
import { type MarketplaceId, marketplaceIds } from '@isola/photo-specs/marketplaces';

import type { TargetId } from '../targets/targets.ts';

const key = 'isola:marketplaces';

/** Marketplaces that are chosen at first, by language: those that sellers who read the language use most. */
const firstShops: Readonly<Record<Locale, readonly MarketplaceId[]>> = {
  zh: ['amazon', 'taobao', 'jd'],
  en: ['amazon', 'ebay', 'shopify'],
  ja: ['amazon', 'rakuten', 'shopify'],
  ko: ['amazon', 'coupang', 'shopify'],
  de: ['amazon', 'ebay', 'etsy'],
  fr: ['amazon', 'ebay', 'etsy'],
  es: ['amazon', 'mercado', 'shopify'],
  ru: ['ozon', 'amazon', 'ebay'],
};

/** Returns the marketplaces that were chosen on this device, or the default of the language. */
export function rememberedShops(locale: Locale): readonly TargetId[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // Marketplaces may be removed from the package, so unknown ids are dropped.
    if (Array.isArray(saved)) return marketplaceIds.filter((id) => saved.includes(id));
  } catch {
    // Storage is not accessible, or its content is invalid. The default is used.
  }
  return marketplaceIds.filter((id) => firstShops[locale].includes(id));
}

export function rememberShops(chosen: readonly TargetId[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    // Storage is not accessible or is full. The choice lasts for this visit.
  }
}
