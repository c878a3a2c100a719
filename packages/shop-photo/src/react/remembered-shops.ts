import type { Locale } from '@isola/i18n';
import { type MarketplaceId, marketplaceIds } from '@isola/marketplaces';

import type { TargetId } from '../targets/targets.ts';

const key = 'isola:marketplaces';

/** Where one begins: what sellers who read the language use most. */
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

/** @returns the marketplaces that were chosen on this device, or where one begins in a language. */
export function rememberedShops(locale: Locale): readonly TargetId[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // Rows come and go: what is no row any more is left out.
    if (Array.isArray(saved)) return marketplaceIds.filter((id) => saved.includes(id));
  } catch {
    // Storage is closed to this page, or holds something else: as if nothing had been chosen.
  }
  return marketplaceIds.filter((id) => firstShops[locale].includes(id));
}

export function rememberShops(chosen: readonly TargetId[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    // Not remembered: the choice holds for this visit.
  }
}
