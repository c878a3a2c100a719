export interface Marketplace {
  /** What lies behind the product; worded as `ground.<id>`. */
  readonly ground: 'pure' | 'pure-filled' | 'pure-no-shadow' | 'white' | 'white-advised' | 'free';
  /** The largest file, in millions of bytes. */
  readonly maxMegabytes?: number;
}

/**
 * What marketplaces ask of a listing's main picture, gathered in November 2026 from their own pages (Walmart, Mercado
 * Libre, eBay) and from what sellers publish of the others. Each is worded as `shop.<id>` and `size.<id>`; what no source
 * told for certain is left out.
 */
export const marketplaces = {
  amazon: { ground: 'pure-filled', maxMegabytes: 10 },
  taobao: { ground: 'pure-no-shadow' },
  jd: { ground: 'pure' },
  walmart: { ground: 'pure', maxMegabytes: 5 },
  ebay: { ground: 'white-advised', maxMegabytes: 12 },
  etsy: { ground: 'free', maxMegabytes: 10 },
  shopify: { ground: 'free', maxMegabytes: 20 },
  mercado: { ground: 'white', maxMegabytes: 10 },
  rakuten: { ground: 'white-advised', maxMegabytes: 2 },
  coupang: { ground: 'pure-filled', maxMegabytes: 5 },
} as const satisfies Record<string, Marketplace>;

export type MarketplaceId = keyof typeof marketplaces;
