import type { Namespace } from '@isola/i18n';

/** Layout of a page, which decides the skeleton that is shown while the page loads. */
export type PageShape = 'tool' | 'article' | 'form' | 'table';

export interface Page {
  readonly id: string;
  /** Path without a language prefix. */
  readonly path: string;
  readonly shape: PageShape;
  /** Bundles with the page's texts, besides `common` and `pages`. */
  readonly words: readonly Namespace[];
}

const page = <const Id extends string, const Path extends string>(
  id: Id,
  path: Path,
  shape: PageShape,
  ...words: Namespace[]
) => ({ id, path, shape, words });

/**
 * All pages of the site. Routes, navigation, titles, prerendering, the sitemap and tests read this list. The bundle
 * `pages` contains the titles and `descriptions` the descriptions, by the page's `id`. Further data for search engines
 * is in `build/page-facts.ts`, so that browsers need not load it.
 */
export const pages = [
  page('home', '/', 'tool', 'home', 'tool'),
  page('single', '/single', 'tool', 'tool'),
  page('batch', '/batch', 'tool', 'batch', 'tool', 'messages'),
  page('aiBackground', '/ai-background', 'article', 'ai-background'),
  page('productPhoto', '/product-photo', 'tool', 'product-photo', 'landing', 'tool', 'shop-photo'),
  page('idPhoto', '/id-photo', 'tool', 'id-photo', 'id-photo-tool', 'landing', 'tool'),
  page('ecommerce', '/ecommerce', 'tool', 'ecommerce', 'landing', 'tool', 'shop-photo'),
  page('batchRemove', '/batch-remove', 'tool', 'batch-remove', 'landing', 'tool', 'batch', 'messages'),
  page('removeOnline', '/remove-background-online', 'tool', 'remove-online', 'landing', 'tool'),
  page('api', '/api', 'form', 'api', 'messages'),
  page('apiReference', '/api/reference', 'article', 'api-reference'),
  page('removalServer', '/api/server', 'article', 'removal-server', 'api-reference'),
  page('apiConfirm', '/api/confirm', 'form', 'api'),
  page('check', '/check', 'form', 'receipt'),
  page('faq', '/faq', 'article', 'faq'),
  page('press', '/press', 'article', 'press'),
  page('privacy', '/privacy', 'article', 'privacy'),
  page('terms', '/terms', 'article', 'terms'),
  page('feedback', '/feedback', 'form', 'feedback', 'messages'),
  page('auth', '/auth', 'form', 'auth', 'messages'),
  page('authConfirm', '/auth/confirm', 'form', 'auth', 'messages'),
  page('authForgot', '/auth/forgot', 'form', 'auth', 'messages'),
  page('authReset', '/auth/reset', 'form', 'auth', 'messages'),
  page('authRestore', '/auth/restore', 'form', 'auth', 'messages'),
  page('authAccount', '/auth/account', 'form', 'auth', 'messages', 'membership'),
  page('membership', '/membership', 'table', 'membership', 'auth', 'messages'),
  page('membershipManage', '/membership/manage', 'table', 'membership', 'auth', 'messages'),
  page('paymentLogs', '/payment-logs', 'table', 'membership', 'admin', 'auth', 'messages'),
  page('webhookDebug', '/webhook-debug', 'table', 'admin', 'auth', 'messages'),
  page('admin', '/admin', 'form', 'admin', 'auth', 'messages'),
  page('adminDashboard', '/admin/dashboard', 'table', 'admin', 'auth', 'messages'),
  page('adminUsers', '/admin/users', 'table', 'admin', 'membership', 'auth', 'messages'),
  page('adminRevenue', '/admin/revenue', 'table', 'admin', 'membership', 'auth', 'messages'),
  page('adminSettings', '/admin/settings', 'table', 'admin', 'membership', 'auth', 'messages'),
] as const satisfies readonly Page[];

export type PageId = (typeof pages)[number]['id'];

const byId = new Map<string, (typeof pages)[number]>(pages.map((each) => [each.id, each]));

/** Returns a page by its id. @throws {Error} for an unknown id, which the types prevent. */
export function pageOf(id: PageId): (typeof pages)[number] {
  const found = byId.get(id);
  if (!found) throw new Error(`No page is called ${id}`);
  return found;
}

/**
 * Returns the id of the page at a path.
 * @throws {Error} for an unknown path, so that the build finds broken links in texts.
 */
export function pageAt(path: string): PageId {
  const found = pages.find((each) => each.path === path);
  if (!found) throw new Error(`No page is at ${path}`);
  return found.id;
}

/** Returns the parent of a page, derived from its path; undefined for the home page. */
export function parentOf(id: PageId): PageId | undefined {
  if (id === 'home') return undefined;
  const above = pageOf(id).path.replace(/\/[^/]+$/, '') || '/';
  return pages.find(({ path }) => path === above)?.id ?? 'home';
}
