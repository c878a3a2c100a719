export interface Page {
  /** Without a language. */
  readonly path: string;
  /** Namespace and key of the text. */
  readonly title: readonly [namespace: string, key: string];
  /** A page without one is not for search engines. */
  readonly description?: readonly [namespace: string, key: string];
}

/** Every address that answers 200, and the page for all others. */
export const pages: readonly Page[] = [
  { path: '/', title: ['home', 'title'], description: ['home', 'description'] },
  { path: '/single', title: ['tool', 'title'], description: ['tool', 'description'] },
  { path: '/404', title: ['common', 'notFound.title'] },
];
