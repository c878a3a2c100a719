import type { Namespace } from '@isola/i18n';
/** How a page's room is cut, and so what stands in while it comes. */
export type PageShape = 'tool' | 'article' | 'form' | 'table';
export interface Page {
  readonly id: string;
  /** Without a language. */
  readonly path: string;
  readonly shape: PageShape;
  /** The bundles that its texts come from, beside `common` and `pages`. */
  readonly words: readonly Namespace[];
}
/**
 * Every page that there is, once. Routes, navigation, titles, prerendering, the sitemap and the tests all read this list;
 * titles stand in the bundle `pages`, descriptions in `descriptions`, under the page's `id`. What search engines are told
 * beside these is in `build/page-facts.ts`, which browsers need not fetch.
 */
export declare const pages: readonly [
  {
    id: 'home';
    path: '/';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'single';
    path: '/single';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'batch';
    path: '/batch';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'aiBackground';
    path: '/ai-background';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'productPhoto';
    path: '/product-photo';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'idPhoto';
    path: '/id-photo';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'ecommerce';
    path: '/ecommerce';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'batchRemove';
    path: '/batch-remove';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'removeOnline';
    path: '/remove-background-online';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'api';
    path: '/api';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'apiReference';
    path: '/api/reference';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'faq';
    path: '/faq';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'press';
    path: '/press';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'privacy';
    path: '/privacy';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'terms';
    path: '/terms';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'feedback';
    path: '/feedback';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'auth';
    path: '/auth';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'membership';
    path: '/membership';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'membershipManage';
    path: '/membership/manage';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'paymentLogs';
    path: '/payment-logs';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'webhookDebug';
    path: '/webhook-debug';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'admin';
    path: '/admin';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'adminDashboard';
    path: '/admin/dashboard';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'adminUsers';
    path: '/admin/users';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'adminRevenue';
    path: '/admin/revenue';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
  {
    id: 'adminSettings';
    path: '/admin/settings';
    shape: PageShape;
    words: (
      | 'admin'
      | 'ai-background'
      | 'api'
      | 'api-reference'
      | 'auth'
      | 'batch'
      | 'batch-remove'
      | 'common'
      | 'descriptions'
      | 'ecommerce'
      | 'errors'
      | 'faq'
      | 'feedback'
      | 'home'
      | 'id-photo'
      | 'landing'
      | 'membership'
      | 'messages'
      | 'pages'
      | 'press'
      | 'privacy'
      | 'product-photo'
      | 'remove-online'
      | 'terms'
      | 'tool'
    )[];
  },
];
export type PageId = (typeof pages)[number]['id'];
/** @throws for an id that is no page's; the types prevent it. */
export declare function pageOf(id: PageId): (typeof pages)[number];
/** The page that a page lies beneath, by its address; the home page is beneath none. */
export declare function parentOf(id: PageId): PageId | undefined;
