import type { PageId } from '../src/shell/pages.ts';

/** Image in link previews of a page: `public/share/<name>.jpg`, created by `scripts/share-pictures.ts`. */
export type SharePicture =
  | 'home'
  | 'single'
  | 'batch'
  | 'ai-background'
  | 'product-photo'
  | 'id-photo'
  | 'ecommerce'
  | 'reading'
  | 'api';

/** Type of a page in schema.org's terms, in addition to the `BreadcrumbList` that every page has. */
export type StructuredData = 'SoftwareApplication' | 'FAQPage' | 'HowTo';

export interface PageFacts {
  readonly picture: SharePicture;
  readonly structured: readonly StructuredData[];
}

const landing = ['SoftwareApplication', 'HowTo', 'FAQPage'] as const;

/**
 * Data about each page for search engines and link previews. Pages with `noindex` are excluded from search results; the
 * site's owner decided which ones.
 */
export const pageFacts: Readonly<Record<PageId, PageFacts | 'noindex'>> = {
  home: { picture: 'home', structured: ['SoftwareApplication'] },
  single: { picture: 'single', structured: ['SoftwareApplication'] },
  batch: { picture: 'batch', structured: [] },
  aiBackground: { picture: 'ai-background', structured: landing },
  productPhoto: { picture: 'product-photo', structured: landing },
  idPhoto: { picture: 'id-photo', structured: landing },
  ecommerce: { picture: 'ecommerce', structured: landing },
  batchRemove: { picture: 'batch', structured: landing },
  removeOnline: { picture: 'single', structured: landing },
  api: { picture: 'api', structured: [] },
  apiReference: { picture: 'api', structured: [] },
  removalServer: { picture: 'api', structured: [] },
  apiConfirm: 'noindex',
  check: { picture: 'reading', structured: [] },
  faq: { picture: 'reading', structured: ['FAQPage'] },
  press: { picture: 'reading', structured: [] },
  privacy: { picture: 'reading', structured: [] },
  terms: { picture: 'reading', structured: [] },
  feedback: { picture: 'reading', structured: [] },
  auth: { picture: 'reading', structured: [] },
  authConfirm: 'noindex',
  authForgot: 'noindex',
  authReset: 'noindex',
  authRestore: 'noindex',
  authAccount: 'noindex',
  membership: 'noindex',
  membershipManage: 'noindex',
  paymentLogs: 'noindex',
  webhookDebug: 'noindex',
  admin: 'noindex',
  adminDashboard: 'noindex',
  adminUsers: 'noindex',
  adminRevenue: 'noindex',
  adminSettings: 'noindex',
};
